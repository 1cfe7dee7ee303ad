# Everything this project does, as one word each. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: help generate check test test-go conformance bench fuzz lint

GO ?= go
# The peers (node, buf, a browser) are used where they are installed and required where CI is true.
CI ?=
export CI
FUZZTIME ?= 20s
# The modules below this one whose tests need nothing but time and the peers, and those that are linted only.
TESTED = internal/conformance internal/frameworks internal/browser examples/otel
NESTED = $(TESTED) internal/bench

help: ## List the targets
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

generate: ## Regenerate everything under out/ from schema/
	$(GO) run ./cmd/agui-gen

check: ## Fail when anything under out/ differs from what schema/ gives
	$(GO) run ./cmd/agui-gen check

test: check lint test-go conformance ## Run every test this machine can run

test-go: ## Run the tests that need only Go
	$(GO) test ./...

conformance: ## Run the heavy oracles and real peers: the published npm packages, buf, nginx, chi, echo, gin and others
	@for dir in $(TESTED); do echo "$$dir"; (cd $$dir && $(GO) test ./...) || exit 1; done

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
	@for dir in $(NESTED); do echo "$$dir"; (cd $$dir && $(GO) vet ./... && ../../bin/staticcheck ./...) || exit 1; done
