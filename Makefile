# Everything this project does, as one word each. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help generate check test test-go conformance bench fuzz lint

GO ?= go
# The peers (node, buf, a browser) are used where they are installed and required where CI is true.
CI ?=
export CI
FUZZTIME ?= 20s

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

generate: ## Regenerate everything under out/ from schema/
	$(GO) run ./cmd/agui-gen

check: ## Fail when anything under out/ differs from what schema/ gives
	$(GO) run ./cmd/agui-gen check

test: check lint test-go conformance ## Run every test this machine can run

test-go: ## Run the tests that need only Go
	$(GO) test ./...

conformance: ## Run the heavy oracles: the published npm encoder, protocompile, buf, jsonschema
	cd internal/conformance && $(GO) test ./...

bench: ## Measure, with ratios to rivals in the same run
	$(GO) test -run '^$$' -bench . -benchmem ./out/... ./runtime/...
	cd internal/bench && $(GO) test -run '^$$' -bench . -benchmem ./...

fuzz: ## Attack each fuzz target for FUZZTIME
	@for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done

lint: ## Check format, vet and staticcheck, generated code included
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); \
	  if [ -n "$$unformatted" ]; then echo "not gofmt'd:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	cd internal/tools && $(GO) build -o ../../bin/staticcheck honnef.co/go/tools/cmd/staticcheck
	bin/staticcheck ./...
