# Written by tools/write-python-client.ts from docs/openapi.json. Change the contract, then: npm run openapi
"""Every call of the service, by its name in the OpenAPI document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Union

from .streams import EventStream

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from . import types as t


class Operations(ABC):
    @abstractmethod
    def _call(self, row: str, params: Mapping[str, str], query: Any = None, body: Any = None) -> Any:
        """Sends a call; a row is method, path and flags: `a` takes the admin key, `i` may be sent twice, `t` answers text, `b` bytes."""

    @abstractmethod
    def _stream(self, row: str, params: Mapping[str, str], body: Any) -> EventStream[Any]:
        """Sends a call that is answered by events."""

    def answer(self, **body: Unpack[t.CreateAnswerBody]) -> t.CreateAnswerReply:
        """Answer a question. Single turn, with structured output, files and streaming on request."""
        reply: t.CreateAnswerReply = self._call("POST /v1/answer i", {}, body=body)
        return reply

    def stream_answer(self, **body: Unpack[t.CreateAnswerBody]) -> EventStream[t.TextEvent]:
        """Answer a question. Single turn, with structured output, files and streaming on request. Event by event."""
        return self._stream("POST /v1/answer i", {}, body)

    def conversation(self, **body: Unpack[t.CreateConversationReplyBody]) -> t.CreateConversationReplyReply:
        """Continue a conversation. The full history is sent each time; the service keeps none."""
        reply: t.CreateConversationReplyReply = self._call("POST /v1/conversation i", {}, body=body)
        return reply

    def stream_conversation(self, **body: Unpack[t.CreateConversationReplyBody]) -> EventStream[t.TextEvent]:
        """Continue a conversation. The full history is sent each time; the service keeps none. Event by event."""
        return self._stream("POST /v1/conversation i", {}, body)

    def agent(self, **body: Unpack[t.CreateAgentReplyBody]) -> t.CreateAgentReplyReply:
        """Choose among the caller's tools, or answer. Returns `tool_calls`; run them and send the same messages again, followed by an assistant message with those `tool_calls` and a `tool` message with `tool_call_results`."""
        reply: t.CreateAgentReplyReply = self._call("POST /v1/agent i", {}, body=body)
        return reply

    def stream_agent(self, **body: Unpack[t.CreateAgentReplyBody]) -> EventStream[t.TextEvent]:
        """Choose among the caller's tools, or answer. Returns `tool_calls`; run them and send the same messages again, followed by an assistant message with those `tool_calls` and a `tool` message with `tool_call_results`. Event by event."""
        return self._stream("POST /v1/agent i", {}, body)

    def create_chat_completion(self, **body: Unpack[t.CreateChatCompletionBody]) -> t.CreateChatCompletionReply:
        """Complete a chat with a named model"""
        reply: t.CreateChatCompletionReply = self._call("POST /v1/chat-completion i", {}, body=body)
        return reply

    def stream_create_chat_completion(self, **body: Unpack[t.CreateChatCompletionBody]) -> EventStream[t.ChatEvent]:
        """Complete a chat with a named model Event by event."""
        return self._stream("POST /v1/chat-completion i", {}, body)

    def create_message(self, **body: Unpack[t.CreateMessageBody]) -> t.CreateMessageReply:
        """Anthropic's Messages API. Anthropic's client libraries work unchanged, plain and streamed."""
        reply: t.CreateMessageReply = self._call("POST /v1/messages i", {}, body=body)
        return reply

    def stream_create_message(self, **body: Unpack[t.CreateMessageBody]) -> EventStream[t.AnthropicEvent]:
        """Anthropic's Messages API. Anthropic's client libraries work unchanged, plain and streamed. Event by event."""
        return self._stream("POST /v1/messages i", {}, body)

    def count_message_tokens(self, **body: Unpack[t.CountMessageTokensBody]) -> t.CountMessageTokensReply:
        """Count the input tokens of a message"""
        reply: t.CountMessageTokensReply = self._call("POST /v1/messages/count_tokens", {}, body=body)
        return reply

    def resume_stream(self, id: str, /, **query: Unpack[t.ResumeStreamQuery]) -> bytes:
        """Take a stream up again after an event. Sends what came after the event that the header `Last-Event-ID` (or `after`) names, byte for byte as it was sent or would have been, and goes on live to the end. Any process serves it. For the key that began the stream."""
        reply: bytes = self._call("GET /v1/streams/{id} b", {"id": id}, query=query)
        return reply

    def cancel_stream(self, id: str, /) -> t.CancelStreamReply:
        """Stop a stream. The engine is left, what it has said is paid, and the stream ends with `stream_cancelled`. Stopping what has ended changes nothing."""
        reply: t.CancelStreamReply = self._call("POST /v1/streams/{id}/cancel", {"id": id})
        return reply

    def list_guards(self, **query: Unpack[t.ListGuardsQuery]) -> t.ListGuardsReply:
        """List guards, newest first"""
        reply: t.ListGuardsReply = self._call("GET /v1/admin/guards a", {}, query=query)
        return reply

    def create_guard(self, **body: Unpack[t.CreateGuardBody]) -> t.Guard:
        """Have what is said to and by models looked at. Guards look at calls for text, in all shapes, before a model is asked and while it answers; streams are held up by no more than the window that a guard needs. In force in every process within a second."""
        reply: t.Guard = self._call("POST /v1/admin/guards ai", {}, body=body)
        return reply

    def get_guard(self, id: str, /) -> t.Guard:
        """Get a guard"""
        reply: t.Guard = self._call("GET /v1/admin/guards/{id} a", {"id": id})
        return reply

    def update_guard(self, id: str, /, **body: Unpack[t.UpdateGuardBody]) -> t.Guard:
        """Change a guard"""
        reply: t.Guard = self._call("PATCH /v1/admin/guards/{id} a", {"id": id}, body=body)
        return reply

    def delete_guard(self, id: str, /) -> t.DeleteGuardReply:
        """Delete a guard"""
        reply: t.DeleteGuardReply = self._call("DELETE /v1/admin/guards/{id} a", {"id": id})
        return reply

    def try_guard(self, id: str, /, **body: Unpack[t.TryGuardBody]) -> t.TryGuardReply:
        """See what a guard makes of a text"""
        reply: t.TryGuardReply = self._call("POST /v1/admin/guards/{id}/test a", {"id": id}, body=body)
        return reply

    def get_kept_replies(self, **query: Unpack[t.GetKeptRepliesQuery]) -> t.KeptReplies:
        """What the cache of replies holds and saves. In numbers: nobody is shown a reply. Over all processes and days, `saved_usd` of usage records says what was saved."""
        reply: t.KeptReplies = self._call("GET /v1/admin/cache a", {}, query=query)
        return reply

    def clear_kept_replies(self, **query: Unpack[t.ClearKeptRepliesQuery]) -> t.ClearKeptRepliesReply:
        """Clear the cache of replies. By workspace, key and model, as they are given together. In force in every process within a second."""
        reply: t.ClearKeptRepliesReply = self._call("DELETE /v1/admin/cache a", {}, query=query)
        return reply

    def list_prompts(self, **query: Unpack[t.ListPromptsQuery]) -> t.ListPromptsReply:
        """List prompts, newest first"""
        reply: t.ListPromptsReply = self._call("GET /v1/prompts a", {}, query=query)
        return reply

    def create_prompt(self, **body: Unpack[t.CreatePromptBody]) -> t.StoredPrompt:
        """Keep a prompt. Calls for text begin with it as `'prompt': {'id', 'label' or 'version', 'variables'}`. Version 1 gets the label `production` unless `labels` says otherwise."""
        reply: t.StoredPrompt = self._call("POST /v1/prompts ai", {}, body=body)
        return reply

    def get_prompt(self, id: str, /) -> t.StoredPrompt:
        """Get a prompt"""
        reply: t.StoredPrompt = self._call("GET /v1/prompts/{id} a", {"id": id})
        return reply

    def update_prompt(self, id: str, /, **body: Unpack[t.UpdatePromptBody]) -> t.StoredPrompt:
        """Change what a prompt is described by, and the set that it is evaluated with"""
        reply: t.StoredPrompt = self._call("PATCH /v1/prompts/{id} a", {"id": id}, body=body)
        return reply

    def delete_prompt(self, id: str, /) -> t.DeletePromptReply:
        """Delete a prompt with its versions"""
        reply: t.DeletePromptReply = self._call("DELETE /v1/prompts/{id} a", {"id": id})
        return reply

    def list_prompt_versions(self, id: str, /, **query: Unpack[t.ListPromptVersionsQuery]) -> t.ListPromptVersionsReply:
        """List the versions of a prompt, newest first, with what was said of them"""
        reply: t.ListPromptVersionsReply = self._call("GET /v1/prompts/{id}/versions a", {"id": id}, query=query)
        return reply

    def create_prompt_version(self, id: str, /, **body: Unpack[t.CreatePromptVersionBody]) -> t.PromptVersion:
        """Add a version. Versions never change. A new one is used once a label means it, or a call names it."""
        reply: t.PromptVersion = self._call("POST /v1/prompts/{id}/versions ai", {"id": id}, body=body)
        return reply

    def get_prompt_version(self, id: str, version: str, /) -> t.PromptVersion:
        """Get a version"""
        reply: t.PromptVersion = self._call("GET /v1/prompts/{id}/versions/{version} a", {"id": id, "version": version})
        return reply

    def set_prompt_label(self, id: str, label: str, /, **body: Unpack[t.SetPromptLabelBody]) -> t.StoredPrompt:
        """Say which versions a label means. In force in every process within a second. Shares must add up to 1."""
        reply: t.StoredPrompt = self._call("PUT /v1/prompts/{id}/labels/{label} a", {"id": id, "label": label}, body=body)
        return reply

    def delete_prompt_label(self, id: str, label: str, /) -> t.StoredPrompt:
        """Take a label away"""
        reply: t.StoredPrompt = self._call("DELETE /v1/prompts/{id}/labels/{label} a", {"id": id, "label": label})
        return reply

    def create_completion(self, **body: Unpack[t.CreateCompletionBody]) -> t.Completion:
        """Continue a text. OpenAI's completions: text in, text out, for clients that speak it."""
        reply: t.Completion = self._call("POST /v1/completions i", {}, body=body)
        return reply

    def stream_create_completion(self, **body: Unpack[t.CreateCompletionBody]) -> EventStream[t.CompletionEvent]:
        """Continue a text. OpenAI's completions: text in, text out, for clients that speak it. Event by event."""
        return self._stream("POST /v1/completions i", {}, body)

    def create_openai_chat_completion(self, **body: Unpack[t.CreateOpenAIChatCompletionBody]) -> t.OpenAIChatCompletion:
        """OpenAI's chat completions. OpenAI's client libraries, and all that speak their language, work unchanged with `<address>/v1` as base URL."""
        reply: t.OpenAIChatCompletion = self._call("POST /v1/chat/completions i", {}, body=body)
        return reply

    def stream_create_openai_chat_completion(self, **body: Unpack[t.CreateOpenAIChatCompletionBody]) -> EventStream[t.OpenAIChatEvent]:
        """OpenAI's chat completions. OpenAI's client libraries, and all that speak their language, work unchanged with `<address>/v1` as base URL. Event by event."""
        return self._stream("POST /v1/chat/completions i", {}, body)

    def create_embedding(self, **body: Unpack[t.CreateEmbeddingBody]) -> t.EmbeddingList:
        """OpenAI's embeddings. Served by `EMBEDDING_MODEL`, else by the embedded sentence encoder `multilingual-e5-small`: 384 dimensions, likeness of meaning in nine languages."""
        reply: t.EmbeddingList = self._call("POST /v1/embeddings i", {}, body=body)
        return reply

    def create_moderation(self, **body: Unpack[t.CreateModerationBody]) -> t.ModerationList:
        """OpenAI's moderations. Judged by `MODERATION_MODEL`, else by OpenAI where its key is set up; with neither, 503 `model_not_configured` says what to connect."""
        reply: t.ModerationList = self._call("POST /v1/moderations i", {}, body=body)
        return reply

    def create_rerank(self, **body: Unpack[t.CreateRerankBody]) -> t.RerankList:
        """Put texts in order. How well each text answers a question, best first, in the shape that Cohere, Jina, vLLM and llama.cpp share. Served by `RERANK_MODEL`, else by the embedded sentence encoder."""
        reply: t.RerankList = self._call("POST /v1/rerank i", {}, body=body)
        return reply

    def create_openai_image(self, **body: Unpack[t.CreateOpenAIImageBody]) -> t.OpenAIImages:
        """OpenAI's image generation"""
        reply: t.OpenAIImages = self._call("POST /v1/images/generations i", {}, body=body)
        return reply

    def stream_create_openai_image(self, **body: Unpack[t.CreateOpenAIImageBody]) -> EventStream[t.OpenAIImageEvent]:
        """OpenAI's image generation Event by event."""
        return self._stream("POST /v1/images/generations i", {}, body)

    def create_response(self, **body: Unpack[t.CreateResponseBody]) -> t.OpenAIResponse:
        """OpenAI's responses. Stored for 30 days unless `store` is false; `previous_response_id` goes on after one."""
        reply: t.OpenAIResponse = self._call("POST /v1/responses i", {}, body=body)
        return reply

    def stream_create_response(self, **body: Unpack[t.CreateResponseBody]) -> EventStream[t.OpenAIResponseEvent]:
        """OpenAI's responses. Stored for 30 days unless `store` is false; `previous_response_id` goes on after one. Event by event."""
        return self._stream("POST /v1/responses i", {}, body)

    def get_response(self, id: str, /, **query: Unpack[t.GetResponseQuery]) -> t.OpenAIResponse:
        """Read a stored response. With `stream` the events of one that was created with `background` and `stream`, from the beginning or after one of them."""
        reply: t.OpenAIResponse = self._call("GET /v1/responses/{id}", {"id": id}, query=query)
        return reply

    def stream_get_response(self, id: str, /, **query: Unpack[t.GetResponseQuery]) -> EventStream[t.OpenAIResponseEvent]:
        """Read a stored response. With `stream` the events of one that was created with `background` and `stream`, from the beginning or after one of them. Event by event."""
        return self._stream("GET /v1/responses/{id}", {"id": id}, {})

    def delete_response(self, id: str, /) -> t.DeleteResponseReply:
        """Delete a stored response"""
        reply: t.DeleteResponseReply = self._call("DELETE /v1/responses/{id}", {"id": id})
        return reply

    def cancel_response(self, id: str, /) -> t.OpenAIResponse:
        """Cancel a response in the background"""
        reply: t.OpenAIResponse = self._call("POST /v1/responses/{id}/cancel", {"id": id})
        return reply

    def list_response_input(self, id: str, /) -> t.ListResponseInputReply:
        """List what a stored response was asked"""
        reply: t.ListResponseInputReply = self._call("GET /v1/responses/{id}/input_items", {"id": id})
        return reply

    def create_batch(self, **body: Unpack[t.CreateBatchBody]) -> t.Batch:
        """OpenAI's batches: begin one. Each line of the file is an ordinary call, with a record of its own in the ledger. The key needs the scope `files` beside `text`."""
        reply: t.Batch = self._call("POST /v1/batches i", {}, body=body)
        return reply

    def list_batches(self, **query: Unpack[t.ListBatchesQuery]) -> t.ListBatchesReply:
        """OpenAI's batches: list them. Newest first."""
        reply: t.ListBatchesReply = self._call("GET /v1/batches", {}, query=query)
        return reply

    def get_batch(self, batch_id: str, /) -> t.Batch:
        """OpenAI's batches: how far one is"""
        reply: t.Batch = self._call("GET /v1/batches/{batch_id}", {"batch_id": batch_id})
        return reply

    def cancel_batch(self, batch_id: str, /) -> t.Batch:
        """OpenAI's batches: cancel one. No line begins any more; those that are being worked on get 30 seconds. What is done is in the output file. Cancelling what has ended changes nothing."""
        reply: t.Batch = self._call("POST /v1/batches/{batch_id}/cancel", {"batch_id": batch_id})
        return reply

    def create_message_batch(self, **body: Unpack[t.CreateMessageBatchBody]) -> t.MessageBatch:
        """Anthropic's message batches: begin one. Each request is an ordinary call with a record of its own in the ledger. The key needs the scope `files` beside `text`."""
        reply: t.MessageBatch = self._call("POST /v1/messages/batches i", {}, body=body)
        return reply

    def list_message_batches(self, **query: Unpack[t.ListMessageBatchesQuery]) -> t.ListMessageBatchesReply:
        """Anthropic's message batches: list them. Newest first."""
        reply: t.ListMessageBatchesReply = self._call("GET /v1/messages/batches", {}, query=query)
        return reply

    def get_message_batch(self, message_batch_id: str, /) -> t.MessageBatch:
        """Anthropic's message batches: how far one is"""
        reply: t.MessageBatch = self._call("GET /v1/messages/batches/{message_batch_id}", {"message_batch_id": message_batch_id})
        return reply

    def delete_message_batch(self, message_batch_id: str, /) -> t.DeleteMessageBatchReply:
        """Anthropic's message batches: delete one that has ended, with its results"""
        reply: t.DeleteMessageBatchReply = self._call("DELETE /v1/messages/batches/{message_batch_id}", {"message_batch_id": message_batch_id})
        return reply

    def get_message_batch_results(self, message_batch_id: str, /) -> bytes:
        """Anthropic's message batches: the results as JSON Lines. Once it has ended: `{'custom_id', 'result': {'type': 'succeeded' | 'errored' | 'canceled' | 'expired', …}}` in each line."""
        reply: bytes = self._call("GET /v1/messages/batches/{message_batch_id}/results b", {"message_batch_id": message_batch_id})
        return reply

    def cancel_message_batch(self, message_batch_id: str, /) -> t.MessageBatch:
        """Anthropic's message batches: cancel one. No request begins any more; what is done stands in the results. Cancelling what has ended changes nothing."""
        reply: t.MessageBatch = self._call("POST /v1/messages/batches/{message_batch_id}/cancel", {"message_batch_id": message_batch_id})
        return reply

    def list_evaluation_sets(self, **query: Unpack[t.ListEvaluationSetsQuery]) -> t.ListEvaluationSetsReply:
        """List sets, newest first"""
        reply: t.ListEvaluationSetsReply = self._call("GET /v1/evaluations/sets", {}, query=query)
        return reply

    def create_evaluation_set(self, **body: Unpack[t.CreateEvaluationSetBody]) -> t.EvaluationSet:
        """Make a set of calls"""
        reply: t.EvaluationSet = self._call("POST /v1/evaluations/sets i", {}, body=body)
        return reply

    def get_evaluation_set(self, set_id: str, /) -> t.EvaluationSet:
        """Get a set"""
        reply: t.EvaluationSet = self._call("GET /v1/evaluations/sets/{set_id}", {"set_id": set_id})
        return reply

    def update_evaluation_set(self, set_id: str, /, **body: Unpack[t.UpdateEvaluationSetBody]) -> t.EvaluationSet:
        """Change a set"""
        reply: t.EvaluationSet = self._call("PATCH /v1/evaluations/sets/{set_id}", {"set_id": set_id}, body=body)
        return reply

    def delete_evaluation_set(self, set_id: str, /) -> t.DeleteEvaluationSetReply:
        """Delete a set with its cases. Its runs stay as they are."""
        reply: t.DeleteEvaluationSetReply = self._call("DELETE /v1/evaluations/sets/{set_id}", {"set_id": set_id})
        return reply

    def list_evaluation_cases(self, set_id: str, /, **query: Unpack[t.ListEvaluationCasesQuery]) -> t.ListEvaluationCasesReply:
        """List the cases of a set, in their order"""
        reply: t.ListEvaluationCasesReply = self._call("GET /v1/evaluations/sets/{set_id}/cases", {"set_id": set_id}, query=query)
        return reply

    def add_evaluation_cases(self, set_id: str, /, **body: Unpack[t.AddEvaluationCasesBody]) -> t.AddedCases:
        """Add cases, by hand or from calls that were made. A set has at most 1000 cases. Either `cases` or `from_calls`."""
        reply: t.AddedCases = self._call("POST /v1/evaluations/sets/{set_id}/cases i", {"set_id": set_id}, body=body)
        return reply

    def update_evaluation_case(self, set_id: str, case_id: str, /, **body: Unpack[t.UpdateEvaluationCaseBody]) -> t.EvaluationCase:
        """Change a case"""
        reply: t.EvaluationCase = self._call("PATCH /v1/evaluations/sets/{set_id}/cases/{case_id}", {"set_id": set_id, "case_id": case_id}, body=body)
        return reply

    def delete_evaluation_case(self, set_id: str, case_id: str, /) -> t.DeleteEvaluationCaseReply:
        """Delete a case"""
        reply: t.DeleteEvaluationCaseReply = self._call("DELETE /v1/evaluations/sets/{set_id}/cases/{case_id}", {"set_id": set_id, "case_id": case_id})
        return reply

    def list_evaluation_runs(self, **query: Unpack[t.ListEvaluationRunsQuery]) -> t.ListEvaluationRunsReply:
        """List runs, newest first"""
        reply: t.ListEvaluationRunsReply = self._call("GET /v1/evaluations/runs", {}, query=query)
        return reply

    def create_evaluation_run(self, **body: Unpack[t.CreateEvaluationRunBody]) -> t.EvaluationRun:
        """Play a set against a model, a route or a prompt. Goes on in the background. Every case is an ordinary call with a record of its own, under the endpoint `evaluation` and with the run in its `metadata`; the key needs what the calls need, such as `text`."""
        reply: t.EvaluationRun = self._call("POST /v1/evaluations/runs i", {}, body=body)
        return reply

    def get_evaluation_run(self, run_id: str, /) -> t.EvaluationRun:
        """How far a run is, and what came out"""
        reply: t.EvaluationRun = self._call("GET /v1/evaluations/runs/{run_id}", {"run_id": run_id})
        return reply

    def delete_evaluation_run(self, run_id: str, /) -> t.DeleteEvaluationRunReply:
        """Delete a run with its results"""
        reply: t.DeleteEvaluationRunReply = self._call("DELETE /v1/evaluations/runs/{run_id}", {"run_id": run_id})
        return reply

    def cancel_evaluation_run(self, run_id: str, /) -> t.EvaluationRun:
        """Cancel a run. What was done stays. Cancelling what has ended changes nothing."""
        reply: t.EvaluationRun = self._call("POST /v1/evaluations/runs/{run_id}/cancel", {"run_id": run_id})
        return reply

    def list_evaluation_results(self, run_id: str, /, **query: Unpack[t.ListEvaluationResultsQuery]) -> t.ListEvaluationResultsReply:
        """What was said to each case, in the order of the set"""
        reply: t.ListEvaluationResultsReply = self._call("GET /v1/evaluations/runs/{run_id}/results", {"run_id": run_id}, query=query)
        return reply

    def compare_evaluation_runs(self, **query: Unpack[t.CompareEvaluationRunsQuery]) -> t.EvaluationComparison:
        """Put runs of one set side by side"""
        reply: t.EvaluationComparison = self._call("GET /v1/evaluations/compare", {}, query=query)
        return reply

    def create_speech(self, **body: Unpack[t.CreateSpeechBody]) -> bytes:
        """OpenAI's speech: text to sound. Said by `SPEECH_MODEL` and sent as it comes; with nothing connected, 503 `model_not_configured` says what to set."""
        reply: bytes = self._call("POST /v1/audio/speech b", {}, body=body)
        return reply

    def create_upload_url(self, **body: Unpack[t.CreateUploadUrlBody]) -> Union[t.CreateUploadUrlReply1, t.CreateUploadUrlReply2]:
        """Get an address to upload a file to, or have a file fetched from a URL. With `filename`: PUT the bytes to `upload_url`, then confirm. With `url`: the file is fetched and processed in this call, and the answer is the file."""
        reply: Union[t.CreateUploadUrlReply1, t.CreateUploadUrlReply2] = self._call("POST /v1/files/upload-url i", {}, body=body)
        return reply

    def confirm_upload(self, **body: Unpack[t.ConfirmUploadBody]) -> t.ConfirmUploadReply:
        """Confirm an upload and process the file. Confirming twice is harmless. The answer waits up to `wait_ms` for the processing."""
        reply: t.ConfirmUploadReply = self._call("POST /v1/files/confirm-upload i", {}, body=body)
        return reply

    def list_files(self, **query: Unpack[t.ListFilesQuery]) -> t.ListFilesReply:
        """List files, newest first. Filters hold together; give the same ones with `after`."""
        reply: t.ListFilesReply = self._call("GET /v1/files", {}, query=query)
        return reply

    def list_file_metadata(self, **body: Unpack[t.ListFileMetadataBody]) -> List[t.FileInfo]:
        """Get several files by id. Unknown ids are left out."""
        reply: List[t.FileInfo] = self._call("POST /v1/files/metadata", {}, body=body)
        return reply

    def get_file(self, file_id: str, /) -> t.GetFileReply:
        """Get a file: its status and what was found in it"""
        reply: t.GetFileReply = self._call("GET /v1/files/{file_id}", {"file_id": file_id})
        return reply

    def delete_file(self, file_id: str, /) -> t.DeleteFileReply:
        """Delete a file with its text and index"""
        reply: t.DeleteFileReply = self._call("DELETE /v1/files/{file_id}", {"file_id": file_id})
        return reply

    def get_file_content(self, file_id: str, /) -> bytes:
        """Download the bytes of a file"""
        reply: bytes = self._call("GET /v1/files/{file_id}/content b", {"file_id": file_id})
        return reply

    def get_file_layout(self, file_id: str, /, **query: Unpack[t.GetFileLayoutQuery]) -> t.FileLayout:
        """Get where the words of a file stand on its pages. Of pages that were read by OCR, as they were read when the file came in: nothing is read again. Empty for text layers and for files of older versions."""
        reply: t.FileLayout = self._call("GET /v1/files/{file_id}/layout", {"file_id": file_id}, query=query)
        return reply

    def get_file_text(self, file_id: str, /) -> str:
        """Get the extracted text of a file as Markdown"""
        reply: str = self._call("GET /v1/files/{file_id}/text t", {"file_id": file_id})
        return reply

    def reread_file(self, file_id: str, /, **body: Unpack[t.RereadFileBody]) -> t.RereadFileReply:
        """Read a file that failed once more. For what is mended meanwhile: something that hears speech is connected, a budget is raised, a vendor is back. A file that is `ready` or being processed stays as it is. The answer waits up to `wait_ms`."""
        reply: t.RereadFileReply = self._call("POST /v1/files/{file_id}/reread i", {"file_id": file_id}, body=body)
        return reply

    def create_collection(self, **body: Unpack[t.CreateCollectionBody]) -> t.CreateCollectionReply:
        """Create a collection of files"""
        reply: t.CreateCollectionReply = self._call("POST /v1/collections i", {}, body=body)
        return reply

    def list_collections(self, **query: Unpack[t.ListCollectionsQuery]) -> t.ListCollectionsReply:
        """List collections, newest first"""
        reply: t.ListCollectionsReply = self._call("GET /v1/collections", {}, query=query)
        return reply

    def get_collection(self, collection_id: str, /) -> t.GetCollectionReply:
        """Get a collection: how many of its files can be found"""
        reply: t.GetCollectionReply = self._call("GET /v1/collections/{collection_id}", {"collection_id": collection_id})
        return reply

    def update_collection(self, collection_id: str, /, **body: Unpack[t.UpdateCollectionBody]) -> t.UpdateCollectionReply:
        """Change what a collection says about itself. `attributes` replace those of before."""
        reply: t.UpdateCollectionReply = self._call("PATCH /v1/collections/{collection_id}", {"collection_id": collection_id}, body=body)
        return reply

    def delete_collection(self, collection_id: str, /, **query: Unpack[t.DeleteCollectionQuery]) -> t.DeleteCollectionReply:
        """Delete a collection; its files stay, unless they shall go too"""
        reply: t.DeleteCollectionReply = self._call("DELETE /v1/collections/{collection_id}", {"collection_id": collection_id}, query=query)
        return reply

    def add_collection_files(self, collection_id: str, /, **body: Unpack[t.AddCollectionFilesBody]) -> t.AddCollectionFilesReply:
        """Add files, public addresses, or the pages of a site. Answers at once; `GET …/files` says how far each file is. Adding what is in it already changes its attributes. Attachments of mail and PDFs and members of archives come with their file, under its attributes, and go with it."""
        reply: t.AddCollectionFilesReply = self._call("POST /v1/collections/{collection_id}/files i", {"collection_id": collection_id}, body=body)
        return reply

    def list_collection_files(self, collection_id: str, /, **query: Unpack[t.ListCollectionFilesQuery]) -> t.ListCollectionFilesReply:
        """List the files of a collection with their states, newest first"""
        reply: t.ListCollectionFilesReply = self._call("GET /v1/collections/{collection_id}/files", {"collection_id": collection_id}, query=query)
        return reply

    def remove_collection_file(self, collection_id: str, file_id: str, /) -> t.RemoveCollectionFileReply:
        """Take a file out of a collection; the file itself stays"""
        reply: t.RemoveCollectionFileReply = self._call("DELETE /v1/collections/{collection_id}/files/{file_id}", {"collection_id": collection_id, "file_id": file_id})
        return reply

    def search_collection(self, collection_id: str, /, **body: Unpack[t.SearchCollectionBody]) -> t.SearchCollectionReply:
        """Search the files of a collection for passages"""
        reply: t.SearchCollectionReply = self._call("POST /v1/collections/{collection_id}/search", {"collection_id": collection_id}, body=body)
        return reply

    def create_vector_store(self, **body: Unpack[t.CreateVectorStoreBody]) -> t.VectorStore:
        """Create a vector store: a collection in the shape of OpenAI"""
        reply: t.VectorStore = self._call("POST /v1/vector_stores i", {}, body=body)
        return reply

    def list_vector_stores(self, **query: Unpack[t.ListVectorStoresQuery]) -> t.ListVectorStoresReply:
        """List vector stores"""
        reply: t.ListVectorStoresReply = self._call("GET /v1/vector_stores", {}, query=query)
        return reply

    def get_vector_store(self, vector_store_id: str, /) -> t.VectorStore:
        """Get a vector store"""
        reply: t.VectorStore = self._call("GET /v1/vector_stores/{vector_store_id}", {"vector_store_id": vector_store_id})
        return reply

    def update_vector_store(self, vector_store_id: str, /, **body: Unpack[t.UpdateVectorStoreBody]) -> t.VectorStore:
        """Change a vector store"""
        reply: t.VectorStore = self._call("POST /v1/vector_stores/{vector_store_id}", {"vector_store_id": vector_store_id}, body=body)
        return reply

    def delete_vector_store(self, vector_store_id: str, /) -> t.DeleteVectorStoreReply:
        """Delete a vector store; its files stay"""
        reply: t.DeleteVectorStoreReply = self._call("DELETE /v1/vector_stores/{vector_store_id}", {"vector_store_id": vector_store_id})
        return reply

    def search_vector_store(self, vector_store_id: str, /, **body: Unpack[t.SearchVectorStoreBody]) -> t.SearchVectorStoreReply:
        """Search a vector store"""
        reply: t.SearchVectorStoreReply = self._call("POST /v1/vector_stores/{vector_store_id}/search", {"vector_store_id": vector_store_id}, body=body)
        return reply

    def add_vector_store_file(self, vector_store_id: str, /, **body: Unpack[t.AddVectorStoreFileBody]) -> t.VectorStoreFile:
        """Add a file to a vector store"""
        reply: t.VectorStoreFile = self._call("POST /v1/vector_stores/{vector_store_id}/files i", {"vector_store_id": vector_store_id}, body=body)
        return reply

    def list_vector_store_files(self, vector_store_id: str, /, **query: Unpack[t.ListVectorStoreFilesQuery]) -> t.ListVectorStoreFilesReply:
        """List the files of a vector store"""
        reply: t.ListVectorStoreFilesReply = self._call("GET /v1/vector_stores/{vector_store_id}/files", {"vector_store_id": vector_store_id}, query=query)
        return reply

    def get_vector_store_file(self, vector_store_id: str, file_id: str, /) -> t.VectorStoreFile:
        """Get a file of a vector store"""
        reply: t.VectorStoreFile = self._call("GET /v1/vector_stores/{vector_store_id}/files/{file_id}", {"vector_store_id": vector_store_id, "file_id": file_id})
        return reply

    def update_vector_store_file(self, vector_store_id: str, file_id: str, /, **body: Unpack[t.UpdateVectorStoreFileBody]) -> t.VectorStoreFile:
        """Change the attributes of a file of a vector store"""
        reply: t.VectorStoreFile = self._call("POST /v1/vector_stores/{vector_store_id}/files/{file_id}", {"vector_store_id": vector_store_id, "file_id": file_id}, body=body)
        return reply

    def delete_vector_store_file(self, vector_store_id: str, file_id: str, /) -> t.DeleteVectorStoreFileReply:
        """Take a file out of a vector store; the file itself stays"""
        reply: t.DeleteVectorStoreFileReply = self._call("DELETE /v1/vector_stores/{vector_store_id}/files/{file_id}", {"vector_store_id": vector_store_id, "file_id": file_id})
        return reply

    def get_vector_store_file_content(self, vector_store_id: str, file_id: str, /) -> t.GetVectorStoreFileContentReply:
        """Read the text of a file of a vector store"""
        reply: t.GetVectorStoreFileContentReply = self._call("GET /v1/vector_stores/{vector_store_id}/files/{file_id}/content", {"vector_store_id": vector_store_id, "file_id": file_id})
        return reply

    def create_vector_store_batch(self, vector_store_id: str, /, **body: Unpack[t.CreateVectorStoreBatchBody]) -> t.VectorStoreFileBatch:
        """Add files to a vector store together"""
        reply: t.VectorStoreFileBatch = self._call("POST /v1/vector_stores/{vector_store_id}/file_batches i", {"vector_store_id": vector_store_id}, body=body)
        return reply

    def get_vector_store_batch(self, vector_store_id: str, batch_id: str, /) -> t.VectorStoreFileBatch:
        """Get how far files are that were added together"""
        reply: t.VectorStoreFileBatch = self._call("GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}", {"vector_store_id": vector_store_id, "batch_id": batch_id})
        return reply

    def cancel_vector_store_batch(self, vector_store_id: str, batch_id: str, /) -> t.VectorStoreFileBatch:
        """Take out the files that are not ready yet"""
        reply: t.VectorStoreFileBatch = self._call("POST /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/cancel", {"vector_store_id": vector_store_id, "batch_id": batch_id})
        return reply

    def list_vector_store_batch_files(self, vector_store_id: str, batch_id: str, /, **query: Unpack[t.ListVectorStoreBatchFilesQuery]) -> t.ListVectorStoreBatchFilesReply:
        """List files that were added together"""
        reply: t.ListVectorStoreBatchFilesReply = self._call("GET /v1/vector_stores/{vector_store_id}/file_batches/{batch_id}/files", {"vector_store_id": vector_store_id, "batch_id": batch_id}, query=query)
        return reply

    def list_models(self) -> t.ModelList:
        """List the models. `small-2` and `small-1` first, then the models that the operator configured. No key is needed; a wrong one is refused, and one that is limited to `models` sees these alone."""
        reply: t.ModelList = self._call("GET /v1/models", {})
        return reply

    def get_model(self, id: str, /) -> t.Model:
        """Read one model. In an id with a slash, such as `acme/large`, the slash is written as `%2F`. `conversation` and `agent` are the default model."""
        reply: t.Model = self._call("GET /v1/models/{id}", {"id": id})
        return reply

    def list_providers(self) -> t.ProviderList:
        """List providers of models"""
        reply: t.ProviderList = self._call("GET /v1/admin/providers a", {})
        return reply

    def create_provider(self, **body: Unpack[t.CreateProviderBody]) -> t.Provider:
        """Add a provider of models. In force in every process within a second. Keys are sealed at rest and never shown again."""
        reply: t.Provider = self._call("POST /v1/admin/providers a", {}, body=body)
        return reply

    def get_provider(self, id: str, /) -> t.Provider:
        """Get a provider"""
        reply: t.Provider = self._call("GET /v1/admin/providers/{id} a", {"id": id})
        return reply

    def update_provider(self, id: str, /, **body: Unpack[t.UpdateProviderBody]) -> t.Provider:
        """Change a provider. `keys` is the whole list; a key without `value` keeps that of the same name. Calls under way keep what they have."""
        reply: t.Provider = self._call("PATCH /v1/admin/providers/{id} a", {"id": id}, body=body)
        return reply

    def delete_provider(self, id: str, /) -> t.DeleteProviderReply:
        """Take a provider out. Refused (409) while a route names one of its models."""
        reply: t.DeleteProviderReply = self._call("DELETE /v1/admin/providers/{id} a", {"id": id})
        return reply

    def list_provider_versions(self, id: str, /) -> t.SettingVersions:
        """Who changed a provider, and how"""
        reply: t.SettingVersions = self._call("GET /v1/admin/providers/{id}/versions a", {"id": id})
        return reply

    def revert_provider(self, id: str, /, **body: Unpack[t.RevertProviderBody]) -> t.Provider:
        """Take a provider one step back. To the version before, or the one that is named; a provider that was taken out comes back. It becomes a new version."""
        reply: t.Provider = self._call("POST /v1/admin/providers/{id}/revert a", {"id": id}, body=body)
        return reply

    def test_provider(self, id: str, /, **body: Unpack[t.TestProviderBody]) -> t.EngineTest:
        """Try a provider with one small call. At most 64 tokens of reply. What failed stands in `error`; the status is 200 all the same."""
        reply: t.EngineTest = self._call("POST /v1/admin/providers/{id}/test a", {"id": id}, body=body)
        return reply

    def list_routes(self) -> t.ModelRouteList:
        """List routes. Every name of the model list and the engines behind it."""
        reply: t.ModelRouteList = self._call("GET /v1/admin/routes a", {})
        return reply

    def create_route(self, **body: Unpack[t.CreateRouteBody]) -> t.ModelRoute:
        """Add a route. A model name for callers, with the engines behind it. In force in every process within a second."""
        reply: t.ModelRoute = self._call("POST /v1/admin/routes a", {}, body=body)
        return reply

    def get_route(self, id: str, /) -> t.ModelRoute:
        """Get a route"""
        reply: t.ModelRoute = self._call("GET /v1/admin/routes/{id} a", {"id": id})
        return reply

    def replace_route(self, id: str, /, **body: Unpack[t.ReplaceRouteBody]) -> t.ModelRoute:
        """Change a route. The whole route; what is left out is no longer set. Replies under way go on with the engine they have."""
        reply: t.ModelRoute = self._call("PUT /v1/admin/routes/{id} a", {"id": id}, body=body)
        return reply

    def delete_route(self, id: str, /) -> t.DeleteRouteReply:
        """Take a route out"""
        reply: t.DeleteRouteReply = self._call("DELETE /v1/admin/routes/{id} a", {"id": id})
        return reply

    def list_route_versions(self, id: str, /) -> t.SettingVersions:
        """Who changed a route, and how"""
        reply: t.SettingVersions = self._call("GET /v1/admin/routes/{id}/versions a", {"id": id})
        return reply

    def revert_route(self, id: str, /, **body: Unpack[t.RevertRouteBody]) -> t.ModelRoute:
        """Take a route one step back. To the version before, or the one that is named; a route that was taken out comes back. It becomes a new version."""
        reply: t.ModelRoute = self._call("POST /v1/admin/routes/{id}/revert a", {"id": id}, body=body)
        return reply

    def test_route(self, id: str, /) -> t.EngineTest:
        """Try a route with one small call. At most 64 tokens of reply, by the same way as a call of a key."""
        reply: t.EngineTest = self._call("POST /v1/admin/routes/{id}/test a", {"id": id})
        return reply

    def dry_run_route(self, **body: Unpack[t.DryRunRouteBody]) -> t.DryRun:
        """Which engine would a call get, and why. No engine is asked. Where weights decide, it is shown with which share."""
        reply: t.DryRun = self._call("POST /v1/admin/routes/dry-run a", {}, body=body)
        return reply

    def read_image(self, **body: Unpack[t.ReadImageBody]) -> t.ReadImageReply:
        """Read the text of an image. PNG, JPEG, GIF, WebP, TIFF (all its pages), BMP, AVIF, HEIC or SVG, as multipart part `file` or as base64 in `image`. An image without text answers 200 with `success` false."""
        reply: t.ReadImageReply = self._call("POST /v1/ocr/image i", {}, body=body)
        return reply

    def read_pdf(self, **body: Unpack[t.ReadPdfBody]) -> Union[t.ReadPdfReply, t.OcrPdfRun]:
        """Read the text of a PDF. As multipart part `file` (with the others as fields) or as base64 in `pdf`. One bad page does not fail the others. Long scans are best read with `background`: the answer is 202 at once, finished pages outlive a restart of the service, and the result is looked up."""
        reply: Union[t.ReadPdfReply, t.OcrPdfRun] = self._call("POST /v1/ocr/pdf i", {}, body=body)
        return reply

    def get_ocr_pdf(self, id: str, /, **query: Unpack[t.GetOcrPdfQuery]) -> t.OcrPdfRun:
        """Look at a PDF that is read in the background. `text` and `pages` are there once it has ended, for seven days. At most 100 pages carry `raw_response` (boxes and words): those from `first_page` on."""
        reply: t.OcrPdfRun = self._call("GET /v1/ocr/pdf/{id}", {"id": id}, query=query)
        return reply

    def cancel_ocr_pdf(self, id: str, /) -> t.OcrPdfRun:
        """Cancel a PDF that is read in the background. Cancelling what has ended changes nothing. Pages that were done stay readable."""
        reply: t.OcrPdfRun = self._call("POST /v1/ocr/pdf/{id}/cancel", {"id": id})
        return reply

    def get_ocr_health(self) -> t.GetOcrHealthReply:
        """Whether OCR works and which engines read"""
        reply: t.GetOcrHealthReply = self._call("GET /v1/ocr/health", {})
        return reply

    def get_ocr_page_image(self, id: str, page: str, /, **query: Unpack[t.GetOcrPageImageQuery]) -> bytes:
        """The upright image of a page, by its signed address"""
        reply: bytes = self._call("GET /v1/ocr/results/{id}/pages/{page}/image b", {"id": id, "page": page}, query=query)
        return reply

    def get_ocr_page_view(self, id: str, page: str, /, **query: Unpack[t.GetOcrPageViewQuery]) -> str:
        """The page image with boxes around what was read, by its signed address"""
        reply: str = self._call("GET /v1/ocr/results/{id}/pages/{page}/view t", {"id": id, "page": page}, query=query)
        return reply

    def web_search(self, **body: Unpack[t.WebSearchBody]) -> t.WebSearchResponse:
        """Search the web. Asks every configured back end at once and merges their results. Nothing found is an empty list; a back end that refused or timed out is named in `backends`, and is an error when no other answered."""
        reply: t.WebSearchResponse = self._call("POST /v1/web-search i", {}, body=body)
        return reply

    def research(self, **body: Unpack[t.CreateDeepResearchBody]) -> Union[t.ResearchResult, t.ResearchRun]:
        """Research a question and report with citations. Searches, reads pages, and writes a report in which every mark `[n]` stands for a passage that was found in the page by code. The call can take minutes: use `background` or `stream` where connections are cut."""
        reply: Union[t.ResearchResult, t.ResearchRun] = self._call("POST /v1/deep-research i", {}, body=body)
        return reply

    def stream_research(self, **body: Unpack[t.CreateDeepResearchBody]) -> EventStream[t.ResearchEvent]:
        """Research a question and report with citations. Searches, reads pages, and writes a report in which every mark `[n]` stands for a passage that was found in the page by code. The call can take minutes: use `background` or `stream` where connections are cut. Event by event."""
        return self._stream("POST /v1/deep-research i", {}, body)

    def list_deep_research(self, **query: Unpack[t.ListDeepResearchQuery]) -> t.ListDeepResearchReply:
        """List research runs, newest first"""
        reply: t.ListDeepResearchReply = self._call("GET /v1/deep-research", {}, query=query)
        return reply

    def get_deep_research(self, id: str, /) -> t.ResearchRun:
        """Look at a research run"""
        reply: t.ResearchRun = self._call("GET /v1/deep-research/{id}", {"id": id})
        return reply

    def cancel_deep_research(self, id: str, /) -> t.ResearchRun:
        """Cancel a research run"""
        reply: t.ResearchRun = self._call("POST /v1/deep-research/{id}/cancel", {"id": id})
        return reply

    def get_research_source(self, id: str, n: str, /) -> t.GetResearchSourceReply:
        """Read the stored text behind a citation. The text as it was when the page was fetched: its part from `start` to `end` is the quote."""
        reply: t.GetResearchSourceReply = self._call("GET /v1/deep-research/{id}/sources/{n}", {"id": id, "n": n})
        return reply

    def generate_image(self, **body: Unpack[t.GenerateImageBody]) -> t.GeneratedImage:
        """Draw a picture from words"""
        reply: t.GeneratedImage = self._call("POST /v1/generate-image i", {}, body=body)
        return reply

    def generate_video(self, **body: Unpack[t.GenerateVideoBody]) -> Union[t.GeneratedVideo, t.VideoRun]:
        """Make a video from words. The answer takes as long as the making. Where connections are cut, use `background` and poll."""
        reply: Union[t.GeneratedVideo, t.VideoRun] = self._call("POST /v1/generate-video i", {}, body=body)
        return reply

    def get_video(self, id: str, /) -> t.VideoRun:
        """Look at a video in the making"""
        reply: t.VideoRun = self._call("GET /v1/generate-video/{id}", {"id": id})
        return reply

    def cancel_video(self, id: str, /) -> t.VideoRun:
        """Cancel a video"""
        reply: t.VideoRun = self._call("POST /v1/generate-video/{id}/cancel", {"id": id})
        return reply

    def list_media(self, **query: Unpack[t.ListMediaQuery]) -> t.ListMediaReply:
        """List the pictures and videos of the workspace, newest first. With what they were made from. They are listed for 30 days; their files are kept for one hour."""
        reply: t.ListMediaReply = self._call("GET /v1/media", {}, query=query)
        return reply

    def get_media_item(self, id: str, /) -> t.MediaItem:
        """Look at one picture or video"""
        reply: t.MediaItem = self._call("GET /v1/media/{id}", {"id": id})
        return reply

    def get_media(self, id: str, name: str, /, **query: Unpack[t.GetMediaQuery]) -> bytes:
        """Fetch a picture or video. The signed address from an answer; it needs no key and takes `Range`."""
        reply: bytes = self._call("GET /v1/media/{id}/{name} b", {"id": id, "name": name}, query=query)
        return reply

    def list_integrations(self) -> List[t.Integration]:
        """List integrations"""
        reply: List[t.Integration] = self._call("GET /v1/integrations", {})
        return reply

    def finish_authorization(self, **query: Unpack[t.FinishAuthorizationQuery]) -> bytes:
        """Where third parties send users back to. Redirects to `callback_url` with `status`, `integrationId` and `user_id`, or shows a small page. A browser is first asked whether the account may be connected, unless `INTEGRATIONS_BROWSER_BINDING` says otherwise."""
        reply: bytes = self._call("GET /v1/integrations/auth-callback b", {}, query=query)
        return reply

    def ask_browser(self, state: str, /) -> bytes:
        """Ask a browser before it leaves for the third party. Where `redirect_url` leads with `INTEGRATIONS_BROWSER_BINDING=strict`."""
        reply: bytes = self._call("GET /v1/integrations/auth-begin/{state} b", {"state": state})
        return reply

    def get_integration(self, integration_id: str, /) -> t.Integration:
        """Get an integration with its features"""
        reply: t.Integration = self._call("GET /v1/integrations/{integration_id}", {"integration_id": integration_id})
        return reply

    def connect_integration(self, integration_id: str, /, **body: Unpack[t.ConnectIntegrationBody]) -> Union[t.ConnectIntegrationReply1, t.ConnectIntegrationReply2]:
        """Connect an integration for a user. Credentials are tried once before they are stored, encrypted; they never come out again."""
        reply: Union[t.ConnectIntegrationReply1, t.ConnectIntegrationReply2] = self._call("POST /v1/integrations/{integration_id}/connect i", {"integration_id": integration_id}, body=body)
        return reply

    def execute_integration(self, integration_id: str, /, **body: Unpack[t.ExecuteIntegrationBody]) -> t.ExecuteIntegrationReply:
        """Run a feature for a user. Where the key says so (`confirm_changes`), a feature that changes something is answered with 409 `confirmation_required`, what would be done, and a token; the same call with `confirm` does it."""
        reply: t.ExecuteIntegrationReply = self._call("POST /v1/integrations/{integration_id}/execute i", {"integration_id": integration_id}, body=body)
        return reply

    def list_connections(self, integration_id: str, /, **query: Unpack[t.ListConnectionsQuery]) -> t.ListConnectionsReply:
        """List the connections of an integration"""
        reply: t.ListConnectionsReply = self._call("GET /v1/integrations/{integration_id}/connections", {"integration_id": integration_id}, query=query)
        return reply

    def list_all_connections(self, **query: Unpack[t.ListAllConnectionsQuery]) -> t.ListAllConnectionsReply:
        """List the connections of the workspace, newest first. Of every integration. `integrations` counts all of them, whatever is asked for."""
        reply: t.ListAllConnectionsReply = self._call("GET /v1/connections", {}, query=query)
        return reply

    def forget_user(self, user_id: str, /) -> t.ForgetUserReply:
        """Forget a user. Revokes and erases all connections of the user, sign-ins under way, and answers kept for `Idempotency-Key`; the audit log keeps its entries without the id. Harmless for a user that is not known."""
        reply: t.ForgetUserReply = self._call("DELETE /v1/integrations/users/{user_id}", {"user_id": user_id})
        return reply

    def delete_connection(self, integration_id: str, user_id: str, /) -> t.DeleteConnectionReply:
        """Disconnect a user. Deletes the credentials, and revokes them at the third party where it offers that."""
        reply: t.DeleteConnectionReply = self._call("DELETE /v1/integrations/{integration_id}/connections/{user_id}", {"integration_id": integration_id, "user_id": user_id})
        return reply

    def add_integration(self, **body: Unpack[t.AddIntegrationBody]) -> t.AddedIntegration:
        """Add an integration. From a manifest, an OpenAPI 3 document or a remote MCP server (Streamable HTTP). Servers started as a command are not supported."""
        reply: t.AddedIntegration = self._call("POST /v1/admin/integrations a", {}, body=body)
        return reply

    def list_added_integrations(self) -> t.ListAddedIntegrationsReply:
        """List added integrations"""
        reply: t.ListAddedIntegrationsReply = self._call("GET /v1/admin/integrations a", {})
        return reply

    def get_added_integration(self, id: str, /) -> t.AddedIntegration:
        """Get an added integration"""
        reply: t.AddedIntegration = self._call("GET /v1/admin/integrations/{id} a", {"id": id})
        return reply

    def delete_added_integration(self, id: str, /) -> t.DeleteAddedIntegrationReply:
        """Remove an added integration"""
        reply: t.DeleteAddedIntegrationReply = self._call("DELETE /v1/admin/integrations/{id} a", {"id": id})
        return reply

    def refresh_added_integration(self, id: str, /, **body: Unpack[t.RefreshAddedIntegrationBody]) -> t.AddedIntegration:
        """Read an MCP server's tools again. What differs from the approved definitions is kept in `pending_manifest` until it is approved."""
        reply: t.AddedIntegration = self._call("POST /v1/admin/integrations/{id}/refresh a", {"id": id}, body=body)
        return reply

    def approve_added_integration(self, id: str, /) -> t.AddedIntegration:
        """Approve changed definitions"""
        reply: t.AddedIntegration = self._call("POST /v1/admin/integrations/{id}/approve a", {"id": id})
        return reply

    def create_workspace(self, **body: Unpack[t.CreateWorkspaceBody]) -> t.Workspace:
        """Create a workspace"""
        reply: t.Workspace = self._call("POST /v1/admin/workspaces ai", {}, body=body)
        return reply

    def list_workspaces(self, **query: Unpack[t.ListWorkspacesQuery]) -> t.ListWorkspacesReply:
        """List workspaces"""
        reply: t.ListWorkspacesReply = self._call("GET /v1/admin/workspaces a", {}, query=query)
        return reply

    def get_workspace(self, id: str, /) -> t.Workspace:
        """Get a workspace"""
        reply: t.Workspace = self._call("GET /v1/admin/workspaces/{id} a", {"id": id})
        return reply

    def update_workspace(self, id: str, /, **body: Unpack[t.UpdateWorkspaceBody]) -> t.Workspace:
        """Change a workspace"""
        reply: t.Workspace = self._call("PATCH /v1/admin/workspaces/{id} a", {"id": id}, body=body)
        return reply

    def delete_workspace(self, id: str, /) -> t.DeleteWorkspaceReply:
        """Delete a workspace and all that belongs to it. With a receipt, which `getErasure` gives under `erasure_id`. 409 `legal_hold` while anything of it is held."""
        reply: t.DeleteWorkspaceReply = self._call("DELETE /v1/admin/workspaces/{id} a", {"id": id})
        return reply

    def create_key(self, **body: Unpack[t.CreateKeyBody]) -> t.CreateKeyReply:
        """Create a key. The answer holds the whole key in `key`; it cannot be shown again. With `kind` `admin` it manages, and takes neither a workspace nor scopes, limits or a budget."""
        reply: t.CreateKeyReply = self._call("POST /v1/admin/keys a", {}, body=body)
        return reply

    def list_keys(self, **query: Unpack[t.ListKeysQuery]) -> t.ListKeysReply:
        """List keys"""
        reply: t.ListKeysReply = self._call("GET /v1/admin/keys a", {}, query=query)
        return reply

    def get_key(self, id: str, /) -> t.Key:
        """Get a key"""
        reply: t.Key = self._call("GET /v1/admin/keys/{id} a", {"id": id})
        return reply

    def update_key(self, id: str, /, **body: Unpack[t.UpdateKeyBody]) -> t.Key:
        """Change a key. Takes effect within one second on every process."""
        reply: t.Key = self._call("PATCH /v1/admin/keys/{id} a", {"id": id}, body=body)
        return reply

    def revoke_key(self, id: str, /) -> t.Key:
        """Revoke a key. Takes effect within one second on every process. The key stays in the list with `revoked_at`."""
        reply: t.Key = self._call("DELETE /v1/admin/keys/{id} a", {"id": id})
        return reply

    def roll_key(self, id: str, /, **body: Unpack[t.RollKeyBody]) -> t.RollKeyReply:
        """Replace a key by a successor. The successor has the same settings, the same expiry and what was spent so far. The old key stays valid for `overlap_seconds`, and is revoked at once with 0."""
        reply: t.RollKeyReply = self._call("POST /v1/admin/keys/{id}/roll a", {"id": id}, body=body)
        return reply

    def get_usage(self, **query: Unpack[t.GetUsageQuery]) -> t.GetUsageReply:
        """Sum usage. Sums by `key`, `model`, `endpoint`, `day` (default) or `workspace`."""
        reply: t.GetUsageReply = self._call("GET /v1/admin/usage a", {}, query=query)
        return reply

    def list_usage_records(self, **query: Unpack[t.ListUsageRecordsQuery]) -> t.ListUsageRecordsReply:
        """List usage records, newest first"""
        reply: t.ListUsageRecordsReply = self._call("GET /v1/admin/usage/records a", {}, query=query)
        return reply

    def list_audit_events(self, **query: Unpack[t.ListAuditEventsQuery]) -> t.ListAuditEventsReply:
        """List audit events, newest first"""
        reply: t.ListAuditEventsReply = self._call("GET /v1/admin/audit a", {}, query=query)
        return reply

    def create_budget(self, **body: Unpack[t.CreateBudgetBody]) -> t.Budget:
        """Create a budget. What was spent in the period before counts, too; of calls that are running at this moment it does not. A call that meets several budgets has to fit into all of them. At most 200 for a workspace."""
        reply: t.Budget = self._call("POST /v1/admin/budgets ai", {}, body=body)
        return reply

    def list_budgets(self, **query: Unpack[t.ListBudgetsQuery]) -> t.ListBudgetsReply:
        """List budgets, newest first"""
        reply: t.ListBudgetsReply = self._call("GET /v1/admin/budgets a", {}, query=query)
        return reply

    def get_budget(self, id: str, /, **query: Unpack[t.GetBudgetQuery]) -> t.Budget:
        """Get a budget"""
        reply: t.Budget = self._call("GET /v1/admin/budgets/{id} a", {"id": id}, query=query)
        return reply

    def update_budget(self, id: str, /, **body: Unpack[t.UpdateBudgetBody]) -> t.Budget:
        """Change a budget. Takes effect within one second on every process."""
        reply: t.Budget = self._call("PATCH /v1/admin/budgets/{id} a", {"id": id}, body=body)
        return reply

    def delete_budget(self, id: str, /) -> t.DeleteBudgetReply:
        """Delete a budget"""
        reply: t.DeleteBudgetReply = self._call("DELETE /v1/admin/budgets/{id} a", {"id": id})
        return reply

    def erase_user(self, **body: Unpack[t.EraseUserBody]) -> t.ErasureReceipt:
        """Delete everything of an end user, with a receipt. Files, runs, collections, pictures, connections, kept contents and answers, feedback and deliveries that name them are gone when this answers; records of calls and the audit log lose the name. Safe to send again. 409 `legal_hold` while a hold covers any of it. `deleteWorkspace` does the same for a workspace."""
        reply: t.ErasureReceipt = self._call("POST /v1/admin/erasures a", {}, body=body)
        return reply

    def list_erasures(self, **query: Unpack[t.ListErasuresQuery]) -> t.ListErasuresReply:
        """List receipts of what was deleted, newest first"""
        reply: t.ListErasuresReply = self._call("GET /v1/admin/erasures a", {}, query=query)
        return reply

    def get_erasure(self, id: str, /) -> t.ErasureReceipt:
        """Get a receipt"""
        reply: t.ErasureReceipt = self._call("GET /v1/admin/erasures/{id} a", {"id": id})
        return reply

    def verify_erasure(self, **body: Unpack[t.VerifyErasureBody]) -> t.VerifyErasureReply:
        """Whether a receipt is genuine, and of whom"""
        reply: t.VerifyErasureReply = self._call("POST /v1/admin/erasures/verify a", {}, body=body)
        return reply

    def place_hold(self, **body: Unpack[t.PlaceHoldBody]) -> t.LegalHold:
        """Keep a workspace, an end user or a file from being deleted. Until it is released nothing of it expires, retention passes it over, and deleting it answers 409 `legal_hold`."""
        reply: t.LegalHold = self._call("POST /v1/admin/holds a", {}, body=body)
        return reply

    def list_holds(self, **query: Unpack[t.ListHoldsQuery]) -> t.ListHoldsReply:
        """List legal holds, newest first"""
        reply: t.ListHoldsReply = self._call("GET /v1/admin/holds a", {}, query=query)
        return reply

    def release_hold(self, id: str, /) -> t.LegalHold:
        """Release a legal hold. What is due by then is deleted within the hour. Releasing one that was released changes nothing."""
        reply: t.LegalHold = self._call("POST /v1/admin/holds/{id}/release a", {"id": id})
        return reply

    def list_members(self, **query: Unpack[t.ListMembersQuery]) -> t.ListMembersReply:
        """List members, newest first. Of a workspace with those of the whole installation, who are members of every workspace."""
        reply: t.ListMembersReply = self._call("GET /v1/admin/members a", {}, query=query)
        return reply

    def add_member(self, **body: Unpack[t.AddMemberBody]) -> t.Invitation:
        """Offer an address a role. It waits until somebody signs in who has proved to have the address, and accepts it; the reply is the same whether there is such an account or not. Where addresses cannot be proved (neither an identity provider nor mail), make an invitation and hand over its link."""
        reply: t.Invitation = self._call("POST /v1/admin/members a", {}, body=body)
        return reply

    def update_member(self, id: str, /, **body: Unpack[t.UpdateMemberBody]) -> t.UpdateMemberReply:
        """Change the role of a member. Takes effect at once. Where addresses can be proved, an account whose address never was gets no stronger role. What the person had made and the new role could not make ends in the same step. The last owner of the installation stays one."""
        reply: t.UpdateMemberReply = self._call("PATCH /v1/admin/members/{id} a", {"id": id}, body=body)
        return reply

    def remove_member(self, id: str, /) -> t.RemoveMemberReply:
        """Remove a member. Takes effect at once; keys that the person had made and invitations end in the same step. An account without any membership left is erased with its sessions and playground runs. The last owner of the installation cannot be removed."""
        reply: t.RemoveMemberReply = self._call("DELETE /v1/admin/members/{id} a", {"id": id})
        return reply

    def create_password_link(self, id: str, /, **body: Unpack[t.CreatePasswordLinkBody]) -> t.CreatePasswordLinkReply:
        """Make a link with which a member sets a new password. To hand over; it works once, for a day, and replaces an older one. Only for people whose every role is within what the caller may give. The address of the account counts as unproved afterwards."""
        reply: t.CreatePasswordLinkReply = self._call("POST /v1/admin/members/{id}/password-link a", {"id": id}, body=body)
        return reply

    def list_invitations(self, **query: Unpack[t.ListInvitationsQuery]) -> t.ListInvitationsReply:
        """List open invitations, newest first"""
        reply: t.ListInvitationsReply = self._call("GET /v1/admin/invitations a", {}, query=query)
        return reply

    def create_invitation(self, **body: Unpack[t.CreateInvitationBody]) -> t.CreateInvitationReply:
        """Invite somebody. Answers with the link to hand over; a new invitation of the same address to the same place replaces it."""
        reply: t.CreateInvitationReply = self._call("POST /v1/admin/invitations a", {}, body=body)
        return reply

    def delete_invitation(self, id: str, /) -> t.DeleteInvitationReply:
        """Take an invitation back"""
        reply: t.DeleteInvitationReply = self._call("DELETE /v1/admin/invitations/{id} a", {"id": id})
        return reply

    def give_feedback(self, **body: Unpack[t.GiveFeedbackBody]) -> t.Feedback:
        """Say how good a reply was. Kept with the record of the call and shown in the list of calls (`GET /v1/admin/calls`). Given again for the same call, it replaces what was said before."""
        reply: t.Feedback = self._call("POST /v1/feedback i", {}, body=body)
        return reply

    def list_calls(self, **query: Unpack[t.ListCallsQuery]) -> t.ListCallsReply:
        """List calls, newest first"""
        reply: t.ListCallsReply = self._call("GET /v1/admin/calls a", {}, query=query)
        return reply

    def get_call(self, request_id: str, /) -> t.CallDetail:
        """Look at one call"""
        reply: t.CallDetail = self._call("GET /v1/admin/calls/{request_id} a", {"request_id": request_id})
        return reply

    def get_usage_series(self, **query: Unpack[t.GetUsageSeriesQuery]) -> t.UsageSeries:
        """Requests, errors, tokens, cost and latency over time. Default: the last 24 hours."""
        reply: t.UsageSeries = self._call("GET /v1/admin/usage/series a", {}, query=query)
        return reply

    def list_alerts(self, **query: Unpack[t.ListAlertsQuery]) -> t.ListAlertsReply:
        """List alerts, newest first"""
        reply: t.ListAlertsReply = self._call("GET /v1/admin/alerts a", {}, query=query)
        return reply

    def create_alert(self, **body: Unpack[t.CreateAlertBody]) -> t.Alert:
        """Be told of spending, calls or errors. Told to the webhooks of the workspace as `alert.fired` and `alert.resolved`."""
        reply: t.Alert = self._call("POST /v1/admin/alerts a", {}, body=body)
        return reply

    def update_alert(self, id: str, /, **body: Unpack[t.UpdateAlertBody]) -> t.Alert:
        """Change an alert"""
        reply: t.Alert = self._call("PATCH /v1/admin/alerts/{id} a", {"id": id}, body=body)
        return reply

    def delete_alert(self, id: str, /) -> t.DeleteAlertReply:
        """Delete an alert"""
        reply: t.DeleteAlertReply = self._call("DELETE /v1/admin/alerts/{id} a", {"id": id})
        return reply

    def list_webhooks(self, **query: Unpack[t.ListWebhooksQuery]) -> t.ListWebhooksReply:
        """List webhooks, newest first"""
        reply: t.ListWebhooksReply = self._call("GET /v1/admin/webhooks a", {}, query=query)
        return reply

    def create_webhook(self, **body: Unpack[t.CreateWebhookBody]) -> t.CreateWebhookReply:
        """Have events sent to an address"""
        reply: t.CreateWebhookReply = self._call("POST /v1/admin/webhooks a", {}, body=body)
        return reply

    def update_webhook(self, id: str, /, **body: Unpack[t.UpdateWebhookBody]) -> t.WebhookEndpoint:
        """Change a webhook"""
        reply: t.WebhookEndpoint = self._call("PATCH /v1/admin/webhooks/{id} a", {"id": id}, body=body)
        return reply

    def delete_webhook(self, id: str, /) -> t.DeleteWebhookReply:
        """Delete a webhook and its deliveries"""
        reply: t.DeleteWebhookReply = self._call("DELETE /v1/admin/webhooks/{id} a", {"id": id})
        return reply

    def test_webhook(self, id: str, /) -> t.WebhookDelivery:
        """Send a `webhook.test`"""
        reply: t.WebhookDelivery = self._call("POST /v1/admin/webhooks/{id}/test a", {"id": id})
        return reply

    def list_deliveries(self, id: str, /, **query: Unpack[t.ListDeliveriesQuery]) -> t.ListDeliveriesReply:
        """List what was sent, newest first. The newest 500 of each webhook are kept, for 30 days."""
        reply: t.ListDeliveriesReply = self._call("GET /v1/admin/webhooks/{id}/deliveries a", {"id": id}, query=query)
        return reply

    def redeliver(self, id: str, delivery_id: str, /) -> t.WebhookDelivery:
        """Send a delivery again"""
        reply: t.WebhookDelivery = self._call("POST /v1/admin/webhooks/{id}/deliveries/{delivery_id}/retry a", {"id": id, "delivery_id": delivery_id})
        return reply

    def list_local_models(self) -> t.LocalModelsReport:
        """Models on Ollama servers, and their downloads. Of the configured providers that speak the API of Ollama."""
        reply: t.LocalModelsReport = self._call("GET /v1/admin/local-models a", {})
        return reply

    def download_local_model(self, **body: Unpack[t.DownloadLocalModelBody]) -> t.ModelDownload:
        """Download a model to an Ollama server. A job does it, and goes on where it was when it is begun again. While it works, asking again answers with it."""
        reply: t.ModelDownload = self._call("POST /v1/admin/local-models a", {}, body=body)
        return reply

    def delete_local_model(self, **query: Unpack[t.DeleteLocalModelQuery]) -> t.DeleteLocalModelReply:
        """Delete a model from an Ollama server"""
        reply: t.DeleteLocalModelReply = self._call("DELETE /v1/admin/local-models a", {}, query=query)
        return reply

    def get_storage(self, **query: Unpack[t.GetStorageQuery]) -> t.StorageReport:
        """What workspaces store, newest first. Files and collections as they are now; blobs as they were when they were counted last."""
        reply: t.StorageReport = self._call("GET /v1/admin/storage a", {}, query=query)
        return reply

    def list_jobs(self, **query: Unpack[t.ListJobsQuery]) -> t.ListJobsReply:
        """List jobs, newest first"""
        reply: t.ListJobsReply = self._call("GET /v1/admin/jobs a", {}, query=query)
        return reply

    def retry_job(self, id: str, /) -> t.JobInfo:
        """Run a waiting job now. Instead of at its `runs_at`. One that runs or has ended answers 409: what it worked on is gone with its end."""
        reply: t.JobInfo = self._call("POST /v1/admin/jobs/{id}/retry a", {"id": id})
        return reply

    def cancel_job(self, id: str, /) -> t.JobInfo:
        """Cancel a waiting or running job. What it stood for fails with that reason. One that has ended answers 409."""
        reply: t.JobInfo = self._call("POST /v1/admin/jobs/{id}/cancel a", {"id": id})
        return reply

    def get_settings(self) -> t.SettingsReport:
        """The settings in effect, without secrets"""
        reply: t.SettingsReport = self._call("GET /v1/admin/settings a", {})
        return reply

    def update_settings(self, **body: Unpack[t.UpdateSettingsBody]) -> t.SettingsReport:
        """Change what is kept of calls, and how long things are. For every process, without a restart: what is older is removed within an hour."""
        reply: t.SettingsReport = self._call("PATCH /v1/admin/settings a", {}, body=body)
        return reply

    def get_overview(self, **query: Unpack[t.GetOverviewQuery]) -> t.Overview:
        """What serves what, what happened today, and what to do"""
        reply: t.Overview = self._call("GET /v1/admin/overview a", {}, query=query)
        return reply

    def get_models_report(self) -> t.ModelsReport:
        """Engines and search back ends with their health"""
        reply: t.ModelsReport = self._call("GET /v1/admin/models a", {})
        return reply

    def set_engine_price(self, **body: Unpack[t.SetEnginePriceBody]) -> t.SetEnginePrice:
        """Set what the vendor of a model asks. For models whose price is not known, or another one. In force at once for calls that begin then, on every process within five seconds; what was called before stays as it was counted. A price in parley.config.json comes first."""
        reply: t.SetEnginePrice = self._call("PUT /v1/admin/models/price a", {}, body=body)
        return reply

    def get_sealing(self) -> t.SealingReport:
        """How what is stored is sealed, and how far a turn-over is"""
        reply: t.SealingReport = self._call("GET /v1/admin/sealing a", {})
        return reply

    def turn_over_keys(self) -> t.SealingReport:
        """Seal everything anew with a new key. Makes a data key, which seals from now on, and begins a job that seals with it what is stored. While one is at work, asking again answers with it. The job goes on where it was after a stop or a kill."""
        reply: t.SealingReport = self._call("POST /v1/admin/sealing/turn-over a", {})
        return reply

    def get_health(self) -> t.GetHealthReply:
        """Whether the process is up"""
        reply: t.GetHealthReply = self._call("GET /healthz", {})
        return reply

    def get_readiness(self) -> t.GetReadinessReply:
        """Whether calls can be answered, and what is degraded. 503 while the database is away, the disk is full or a stop has begun; storage, counters and the queue are named in `parts` without it."""
        reply: t.GetReadinessReply = self._call("GET /readyz", {})
        return reply

    def get_health_report(self) -> t.GetHealthReportReply:
        """State of every part and upstream"""
        reply: t.GetHealthReportReply = self._call("GET /v1/admin/health a", {})
        return reply

    def get_metrics(self) -> str:
        """Measurements in Prometheus' text format. Needs `Authorization: Bearer <METRICS_TOKEN>`; answers 404 while no METRICS_TOKEN is set."""
        reply: str = self._call("GET /metrics t", {})
        return reply

    def get_open_api(self) -> Dict[str, Any]:
        """This description"""
        reply: Dict[str, Any] = self._call("GET /openapi.json", {})
        return reply
