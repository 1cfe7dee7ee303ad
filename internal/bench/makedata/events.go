package main

const timestamp = 1764543436123

func textContent(s *source) object {
	return object{{"type", "TEXT_MESSAGE_CONTENT"}, {"messageId", s.id("msg")}, {"delta", s.text(24) + " "}}
}

func textContentMetadata(s *source) object {
	return object{
		{"type", "TEXT_MESSAGE_CONTENT"}, {"timestamp", timestamp},
		{"metadata", object{{"trace", s.id("trace")}, {"attempt", 2}, {"cached", false}}},
		{"messageId", s.id("msg")}, {"delta", s.text(150) + ".\n\"as agreed\" — déjà vu, 東京"},
	}
}

func toolArgs(s *source) object {
	return object{{"type", "TOOL_CALL_ARGS"}, {"toolCallId", s.id("call")}, {"delta", `{"customer":"Almeida","limit":`}}
}

func stateSnapshot(s *source) object {
	return object{{"type", "STATE_SNAPSHOT"}, {"snapshot", state(s, 9)}}
}

// state is what an application might share: about 200 bytes a task.
func state(s *source, tasks int) object {
	var list []any
	for i := range tasks {
		list = append(list, object{
			{"id", s.id("task")}, {"title", s.text(28)}, {"done", i%3 == 0}, {"progress", s.float()},
			{"tags", []string{s.text(3), s.text(3), s.text(3)}},
			{"owner", object{{"id", 1000 + i}, {"name", s.text(10)}, {"deputy", nil}}},
		})
	}
	return object{{"revision", 7}, {"board", object{{"title", s.text(40)}, {"tasks", list}}}}
}

func stateDelta(s *source) object {
	var ops []any
	for i := range 3 {
		task := string(rune('0' + i))
		ops = append(ops,
			object{{"op", "replace"}, {"path", "/board/tasks/" + task + "/progress"}, {"value", s.float()}},
			object{{"op", "add"}, {"path", "/board/tasks/" + task + "/tags/-"}, {"value", s.text(12)}},
			object{{"op", "remove"}, {"path", "/board/tasks/" + task + "/owner/deputy"}},
		)
	}
	ops = append(ops, object{{"op", "move"}, {"from", "/board/tasks/8"}, {"path", "/board/tasks/0"}})
	return object{{"type", "STATE_DELTA"}, {"delta", ops}}
}

func messagesSnapshot(s *source) object {
	return object{{"type", "MESSAGES_SNAPSHOT"}, {"messages", conversation(s, 14)}}
}

// conversation is some rounds of question, tool call, result and answer: about 1.5 kB a round.
func conversation(s *source, rounds int) []any {
	var list []any
	for i := range rounds {
		call := s.id("call")
		question := any(s.text(120))
		if i%2 == 0 {
			question = []any{
				object{{"type", "text"}, {"text", s.text(120)}},
				object{{"type", "image"}, {"source", object{{"type", "url"}, {"value", "https://example.com/scan.png"}, {"mimeType", "image/png"}}}},
			}
		}
		list = append(list,
			object{{"id", s.id("msg")}, {"role", "user"}, {"content", question}},
			object{{"id", s.id("msg")}, {"role", "assistant"}, {"content", s.text(200)}, {"toolCalls", []any{object{
				{"id", call}, {"type", "function"},
				{"function", object{{"name", "find_orders"}, {"arguments", `{"customer":"` + s.text(20) + `","limit":10}`}}},
			}}}},
			object{{"id", s.id("msg")}, {"role", "tool"}, {"content", `[{"order":` + string(encode(s.float())) + `,"to":"Lisbon"}]`}, {"toolCallId", call}},
			object{{"id", s.id("msg")}, {"role", "assistant"}, {"content", s.text(500)}},
		)
	}
	return list
}

func runStarted(s *source) object {
	thread, run := s.id("thread"), s.id("run")
	tool := func(name string) object {
		return object{{"name", name}, {"description", s.text(90)}, {"parameters", object{
			{"type", "object"},
			{"properties", object{
				{"customer", object{{"type", "string"}, {"description", s.text(40)}}},
				{"limit", object{{"type", "integer"}, {"minimum", 1}, {"maximum", 100}}},
			}},
			{"required", []string{"customer"}},
		}}}
	}
	return object{
		{"type", "RUN_STARTED"}, {"timestamp", timestamp}, {"threadId", thread}, {"runId", run}, {"parentRunId", s.id("run")},
		{"input", object{
			{"threadId", thread}, {"runId", run}, {"state", state(s, 2)}, {"messages", conversation(s, 2)},
			{"tools", []any{tool("find_orders"), tool("send_invoice"), tool("call_customs")}},
			{"context", []any{object{{"description", s.text(30)}, {"value", s.text(80)}}}},
			{"forwardedProps", object{{"locale", "pt-PT"}, {"beta", true}}},
		}},
	}
}

func custom(s *source) object {
	var series []any
	for range 5 {
		var points [][2]any
		for i := range 16 {
			points = append(points, [2]any{i, s.float()})
		}
		series = append(series, object{{"label", s.text(10)}, {"points", points}, {"dash", nil}})
	}
	return object{{"type", "CUSTOM"}, {"name", "com.example.chart"}, {"value", object{
		{"kind", "bar"}, {"series", series}, {"axes", object{{"x", object{{"title", s.text(12)}}}, {"y", object{{"title", s.text(12)}, {"log", true}}}}},
	}}}
}
