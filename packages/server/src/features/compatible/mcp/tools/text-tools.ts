import { Answer, AnswerRequest } from '@parley/contract';
import Type from 'typebox';
import type { AnswerService } from '../../../text/answers/answer-service.ts';
import { type McpTool, mcpTool } from '../mcp-tool.ts';

export function textTools(answers: Pick<AnswerService, 'answer'>): McpTool[] {
  return [
    mcpTool({
      name: 'answer',
      title: 'Answer a question',
      description:
        'Answers one question, from a text, from uploaded files or from collections where they are given, with the passages it ' +
        'rests on. With response_format (a JSON Schema) the answer is data that satisfies it.',
      scope: 'text',
      endpoint: 'createAnswer',
      input: Type.Omit(AnswerRequest, ['stream']),
      output: Answer,
      hints: { readOnlyHint: true, idempotentHint: false },
      run: async (input, { call }) => {
        const { answer } = await answers.answer(input, call);
        return { structured: answer, text: answer.answer };
      },
    }),
  ];
}
