import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../test-service.ts';
import { uploadFile } from '../upload-file.ts';

/** Files as people keep them: notes without full stops, lists, mails, logs and minutes, in four languages. */
const files: Record<string, string> = {
  'boat.txt':
    'boat notes\nanchor chain replaced in april\nbilge pump leaks at the left valve\nnew sails from Marlow lofts\n',
  'shopping.md':
    '# Party\n\n- lemonade, 12 bottles\n- paper lanterns from Kjeldsen\n- band: The Gravel Road, deposit paid\n',
  'mail.txt':
    'From: Ruth Abara\nTo: Jo Lindqvist\nSubject: greenhouse heating\n\nhi jo, the greenhouse heating failed twice last week, i think the thermostat is broken. can you order a spare?\n',
  'protokoll.txt':
    'Protokoll Kleingartenverein\nAnwesend: Frau Sommer, Herr Vogt\nWasserleitung undicht, Reparatur durch Firma Hellmann\nPachtzins ab Mai 240 Euro\n',
  'notes-fr.txt':
    'Réunion du chœur\nrépétition chaque mardi dans la salle Berlioz\nle concert de Noël est reporté au 9 janvier\n',
  'apuntes.txt': 'Taller de bicicletas\n- frenos de la bici roja gastados\n- pedido de cadenas en Talleres Rueda\n',
  'device.log': '08:01 sensor east battery low\n08:14 sensor east offline\n09:30 gateway restarted by operator\n',
  'prices.csv': 'item,supplier,price\nhoney jar,Imker Petersen,7.50\nwax candle,Lichtwerk,4.20\n',
  'recipe.txt': 'rye bread\n500 g rye flour\nsourdough rests overnight\nbake at 230 degrees for fifty minutes\n',
  'lease.json': '{"tenant":"Ola Brandt","flat":"second floor","notice period":"three months"}',
};

let service: TestService;
let ids: string[];

beforeAll(async () => {
  service = await startTestService({});
  ids = await Promise.all(
    Object.entries(files).map(async ([name, text]) => (await uploadFile(service, name, text)).json.file_id),
  );
});
afterAll(() => service.close());

const research = async (instructions: string) => {
  const body = { instructions, depth: 'quick', file_ids: ids };
  const { status, json } = await service.call('POST', '/v1/deep-research', body);
  expect([status, json.code]).toEqual([200, undefined]);
  return json;
};

test.each([
  [
    'What is wrong with the bilge pump? What was done about the anchor chain?',
    ['bilge pump leaks at the left valve', 'anchor chain replaced in april'],
  ],
  ['Which paper lanterns do we need, and who plays as the band?', ['paper lanterns from Kjeldsen', 'The Gravel Road']],
  ['Wer repariert die Wasserleitung? Wie hoch ist der Pachtzins?', ['Firma Hellmann', '240 Euro']],
  ['Quand est le concert de Noël ? Où est la répétition ?', ['reporté au 9 janvier', 'salle Berlioz']],
  ['Report on the greenhouse heating and the sensor east', ['greenhouse heating failed twice', 'sensor east']],
])('%s is answered by passages of the files', async (instructions, expected) => {
  const { output, citations } = await research(instructions);
  for (const passage of expected) expect(output).toContain(passage);
  expect(citations.length).toBeGreaterThan(0);
  const all = Object.values(files).join('\n');
  for (const { file_id, quote } of citations)
    expect([ids.includes(file_id), all.includes(quote)]).toEqual([true, true]);
  expect(output).toContain('10 files were looked through');
  for (const name of Object.keys(files)) expect(output).toContain(name);
});

test('a part on which no file says anything keeps its heading, and says so', async () => {
  const { output } = await research('What is wrong with the bilge pump? Who won the regatta of Valparaíso?');
  expect(output).toContain('bilge pump leaks at the left valve');
  expect(output).toMatch(
    /## Who won the regatta of Valparaíso\?\n\nNothing that was looked through speaks to this part\./,
  );
});

test('what no file says anything about ends in a sentence why', async () => {
  const { output, citations } = await research('Which volcano erupted on Krakenholm?');
  expect(citations).toEqual([]);
  expect(output).toContain('No passage of the 10 files');
  expect(output).toContain('boat.txt');
  expect(output).toContain('Without a connected model only what shares words');
  expect(output).not.toContain('0 searches');
});
