import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file that the training needs. */
export interface Input {
  file: string;
  /** Of the version that the weights were learned from; another one gives other weights. */
  sha256: string;
  source: string;
}

/** Throws one error that names every input that is missing or of another version. */
export function checkInputs(folder: string, inputs: readonly Input[]): void {
  const problems = inputs.flatMap(({ file, sha256, source }) => {
    const place = path.join(folder, file);
    if (!existsSync(place)) return [`${file} is missing; it comes from ${source}`];
    const found = createHash('sha256').update(readFileSync(place)).digest('hex');
    return found === sha256 ? [] : [`${file} is another version (sha256 ${found}); the weights need ${sha256}`];
  });
  if (problems.length > 0) throw new Error(`The inputs are not complete:\n${problems.join('\n')}`);
}

/** Questions with texts and answers, for `quality/sets/train-claims.ts`. */
export const answerInputs: Input[] = [
  {
    file: 'qa/xquad.en.json',
    sha256: '84e7644c2bcf56c71b6a1b4e5578effbe38aa7344bcd4eb8fb9492752e9631e4',
    source: 'https://github.com/google-deepmind/xquad (CC-BY-SA-4.0)',
  },
  {
    file: 'qa/xquad.es.json',
    sha256: '1c5eabe039a058545a071b3cb60ac782920c73aa2a85d20b201727b825e2a21f',
    source: 'https://github.com/google-deepmind/xquad (CC-BY-SA-4.0)',
  },
  {
    file: 'qa/xquad.de.json',
    sha256: '21391b303b29c041a8f5e5a738601026f5404fb0a57200cb4528b46fb1269423',
    source: 'https://github.com/google-deepmind/xquad (CC-BY-SA-4.0)',
  },
  {
    file: 'qa/squad2.json',
    sha256: 'e0b9f8504db2df975958cb589b379e6c8bb5bbb1686dea3240e760314203a4e3',
    source: 'a part of the development set of https://rajpurkar.github.io/SQuAD-explorer (CC-BY-SA-4.0)',
  },
];

/** Requests with tools and accepted calls, for `train-tools`. */
export const toolInputs: Input[] = [
  {
    file: 'toolcall/simple_python.questions.jsonl',
    sha256: 'ac7dd3e2914646d33d567c0a78e4391c2b47d4f6139f7c0894190e2917937690',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/simple_python.answers.jsonl',
    sha256: '5e82580b5a1bb67a3c7ed131043ec3431868e98ec8984803bc4003345086a885',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/multiple.questions.jsonl',
    sha256: '49a817f815d5188282ea70b73e59f1dddbf19dbd9d283ee62de0acd5c4e8c672',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/multiple.answers.jsonl',
    sha256: '662fb887ebeddc831407227d94e870b17ad589c97d49fae56b1ed349437c843b',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/parallel.questions.jsonl',
    sha256: '6177dfbcd8117cebd5b4f90b1e754a4aefcc0ba2219254932a17a6a3802c73e1',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/parallel.answers.jsonl',
    sha256: '9a962869d522175ba064f7ba1a57afb13c88f41db9c5b99d92f6bdc7533546fa',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/parallel_multiple.questions.jsonl',
    sha256: '0d54925614083571e724d45367018d6b238d5bc138b3dbb4c823f37f04fcf7a9',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/parallel_multiple.answers.jsonl',
    sha256: 'a92aaa9ec34b60213c33f3078f5273e508d0a8cba0b6bf445e224673ed941b20',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/irrelevance.questions.jsonl',
    sha256: 'a049fa1b673ee787d6563b2cb446852c7671836296c2ad00932903eb11fd244a',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_simple.questions.jsonl',
    sha256: '6a186669b84bbad50d177f673644f4636bd5da5f4e558d97eb42710ce51d1e93',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_simple.answers.jsonl',
    sha256: '5897196a39a8be737a8d290db802550d355f510257eedf6b321ef29c44b76e97',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_multiple.questions.jsonl',
    sha256: '1551306f2ab0cbc39be9504569b8083d8c081858d66f69f8efd50782caca797b',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_multiple.answers.jsonl',
    sha256: 'ddecde47caf0d4c2febb10fc90431e24d64c1c01a34563039c6f19d0a0c5311a',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_parallel.questions.jsonl',
    sha256: '03696f57b776839f8531deba4d92396e9f3f74b82cf04338d5710849ab5606a2',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_parallel.answers.jsonl',
    sha256: 'ed0d102441a0215d6500d1215fd326cdf1593a7d7525a78fd16007719c380ca8',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_parallel_multiple.questions.jsonl',
    sha256: '7a0a8861db90bd2de624e26dfd92fc9d0ba403a8a0ba0f923f9d960a6f0a7134',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_parallel_multiple.answers.jsonl',
    sha256: 'bd7d365d12e8884db00eb0ffa82f165236a055787f26d319a30a8bb955d72562',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
  {
    file: 'toolcall/live_irrelevance.questions.jsonl',
    sha256: '2e42189d8172e4b6545c38b3b25a4e1270f92be24c104213bd269cbab70b0733',
    source: 'BFCL v4 (Apache-2.0), https://github.com/ShishirPatil/gorilla',
  },
];
