/** The shapes of the playground by the operation that they call. */
export const modeOfOperation: Readonly<Record<string, string>> = {
  createAnswer: 'answer',
  createConversationReply: 'conversation',
  createAgentReply: 'agent',
  createChatCompletion: 'chat',
  createOpenAIChatCompletion: 'openai',
};
