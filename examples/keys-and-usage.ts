import { APIError, Parley } from '@parley/sdk';

const admin = new Parley(); // PARLEY_ADMIN_KEY
const { id, key } = await admin.admin.keys.create({
  name: 'Website',
  scopes: ['text'],
  budget_usd: 20,
  budget_period: 'month',
});

const parley = new Parley({ apiKey: key });
await parley.answer.create({ query: 'What is 12.5% of 240?' });
try {
  await parley.files.upload('samples/lease.pdf');
} catch (error) {
  if (error instanceof APIError) console.log(error.status, error.code); // the key has no scope for files
}

const { data } = await admin.admin.usage.sums({ group_by: 'key' });
console.log(data.find(({ group }) => group === id));
const revoked = await admin.admin.keys.revoke(id);
console.log(revoked.active);
// Prints: 403 forbidden
// Prints: requests: 1
// Prints: false
