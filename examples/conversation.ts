import { type ConversationRequest, Parley } from '@parley/sdk';

const parley = new Parley();
const messages: ConversationRequest['messages'] = [
  { role: 'system', content: 'You are the assistant of a rowing club. Be brief.' },
];
for (const question of ['The club was founded in 1908 by Ida Voss.', 'Who founded the club?', 'And when?']) {
  messages.push({ role: 'user', content: question });
  const { response } = await parley.conversation.create({ messages });
  messages.push({ role: 'assistant', content: response });
  console.log(`${question}\n  ${response}`);
}
// Prints: Ida Voss
// Prints: 1908
