import type { Command } from '../command.ts';

export const models: Command = {
  name: 'models',
  summary: 'List the models that requests can name',
  usage: ['', '<id>'],
  options: {},
  async run({ client, out, arguments: [id] }) {
    if (id !== undefined) return out.json(await client().models.get(id));
    const found = await client().models.list();
    if (out.isJson) return out.json(found);
    const rows = found.map(({ id: name, context_length, charged, pricing, description }) => [
      name,
      String(context_length),
      charged?.prompt ?? pricing.prompt,
      charged?.completion ?? pricing.completion,
      description.split('. ')[0] ?? '',
    ]);
    out.table([['ID', 'CONTEXT', 'USD/INPUT', 'USD/OUTPUT', 'WHAT'], ...rows]);
  },
};
