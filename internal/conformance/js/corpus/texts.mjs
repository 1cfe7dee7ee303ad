// JSON texts that say the same as others but are written otherwise. What counts is the value, so the bytes follow it.

const variants = {
  "white-space": ' {\t"type" : "TEXT_MESSAGE_END" ,\r\n "messageId" : "m-ws"\n} ',
  "type-last": '{"delta":"d","messageId":"m-tl","type":"TEXT_MESSAGE_CONTENT"}',
  "type-in-the-middle": '{"delta":"d","type":"TEXT_MESSAGE_CONTENT","messageId":"m-tm"}',
  "escaped-type": '{"\\u0074ype":"TEXT_MESSAGE_EN\\u0044","messageId":"m-et"}',
  "open-data-before-type": '{"metadata":{"type":"RUN_ERROR"},"rawEvent":[{"type":"CUSTOM"}],"type":"TEXT_MESSAGE_END","messageId":"m-od"}',
  "escaped-letters": '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-el","delta":"\\u0041\\u00e9\\u2028\\ud83d\\ude00"}',
  "escaped-solidus": '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-es","delta":"\\/\\u002f/"}',
  "escaped-upper-case": '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-eu","delta":"\\u00E9\\uD83D\\uDE00"}',
  "escaped-controls": '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-ec","delta":"\\u0000\\u0008\\b\\u000a\\n\\u001f"}',
  "raw-delete-and-separators": '{"type":"TEXT_MESSAGE_CONTENT","messageId":"m-rd","delta":"\u007f\u2028\u2029"}',
  "escaped-key-in-open-data": '{"type":"CUSTOM","name":"k","value":{"\\u0061\\n":1,"b\\/":2}}',
  "white-space-in-open-data": '{"type":"CUSTOM","name":"w","value": { "a" : [ 1 , 2 ,\n\n { } , [ ] ] } }',
  "integer-with-fraction": '{"type":"TEXT_MESSAGE_END","timestamp":1767225600000.0,"messageId":"m-if"}',
  "integer-with-exponent": '{"type":"TEXT_MESSAGE_END","timestamp":1.7672256E12,"messageId":"m-ie"}',
  "integer-with-negative-exponent": '{"type":"TEXT_MESSAGE_END","timestamp":-1200e-2,"messageId":"m-in"}',
  "integer-zero-with-exponent": '{"type":"TEXT_MESSAGE_END","timestamp":0e10,"messageId":"m-iz"}',
  "safe-most-with-fraction": '{"type":"TEXT_MESSAGE_END","timestamp":9007199254740991.000,"messageId":"m-sm"}',
  "count-with-fraction": '{"type":"RUN_ERROR","message":"m","usage":[{"inputTokens":7.0,"outputTokens":1e3}]}',
  "number-forms": '{"type":"CUSTOM","name":"f","value":[1.0,1.50,1e0,1E+2,10e-1,0.10e1,100000e-5,0.0,0e5]}',
  "number-longer-than-a-double": '{"type":"CUSTOM","name":"l","value":[0.1000000000000000055511151231257827,3.14159265358979323846264338327950288,12345678901234567890,9007199254740993,-18446744073709551616]}',
  "number-halfway-to-even": '{"type":"CUSTOM","name":"h","value":[9007199254740993,9007199254740995,1.00000000000000011102230246251565,2.4703282292062327208e-324]}',
  "number-just-below-infinity": '{"type":"CUSTOM","name":"j","value":[1.7976931348623158e308,179769313486231570814527423731704356798070e267]}',
  "number-underflow": '{"type":"CUSTOM","name":"u","value":[1e-400,2.4703282292062327e-324,0.0000000000000000000000001e-310]}',
  "state-before-ids": '{"type":"RUN_STARTED","input":{"messages":[],"state":{"b":1,"a":2},"runId":"r","threadId":"t"},"runId":"r","threadId":"t"}',
  "message-members-in-any-order": '{"messages":[{"content":"c","toolCallId":"t","role":"tool","id":"i"}],"type":"MESSAGES_SNAPSHOT"}',
  "part-type-last": '{"type":"MESSAGES_SNAPSHOT","messages":[{"content":[{"source":{"value":"u","type":"url"},"type":"image"}],"role":"user","id":"i"}]}',
  "operation-members-in-any-order": '{"type":"STATE_DELTA","delta":[{"value":{"z":1,"y":[]},"path":"/p","op":"add"}]}',
  "outcome-type-last": '{"type":"RUN_FINISHED","outcome":{"interrupts":[{"reason":"r","id":"i"}],"type":"interrupt"},"runId":"r","threadId":"t"}',
};

export function* texts() {
  for (const [label, json] of Object.entries(variants)) yield { name: `text/${label}`, json };
}
