import type { StatusWords } from './status-words.ts';

/** What the start says of its choice, and how that is said here. */
const reasons: ReadonlyArray<readonly [RegExp, string]> = [
  [/^because PARLEY_MODEL says so/, 'weil PARLEY_MODEL es so sagt.'],
  [/^because (\S+) is set and its server answers/, 'weil $1 gesetzt ist und sein Server antwortet.'],
  [/^because (\S+) is set/, 'weil $1 gesetzt ist.'],
  [/^because a local (\S+) server answers/, 'weil ein lokaler Server von $1 antwortet.'],
  [
    /^because no vendor key is set and no local model server answers/,
    'weil kein Schlüssel eines Anbieters gesetzt ist und kein lokaler Modellserver antwortet.',
  ],
];

const parts: Readonly<Record<string, string>> = {
  database: 'die Datenbank',
  counters: 'Redis',
  storage: 'die Ablage der Dateien',
  queue: 'die Warteschlange',
  disk: 'das Dateisystem',
  program: 'die Dateien des Programms',
};

/** What the checks say of a part that can be reached and is not as it should be. */
const states: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(.+) are free under DATA_DIR, too little to go on$/, 'In DATA_DIR sind $1 frei, zu wenig zum Weitermachen.'],
  [
    /^The files of the program were replaced while it runs/,
    'Die Dateien des Programms wurden ersetzt, während es läuft; starte es neu.',
  ],
];

export const de: StatusWords = {
  broken(name, message) {
    const part = parts[name] ?? name;
    const state = states.find(([says]) => says.test(message ?? ''));
    return {
      message: state ? (message ?? '').replace(...state) : (message ?? `Nicht erreichbar: ${part}`),
      advice: `Sieh nach dem Dienst dahinter und ins Protokoll; Aufrufe, für die ${part} gebraucht wird, scheitern.`,
    };
  },
  noPublicUrl: (host) => ({
    message: `Der Dienst lauscht an ${host} und weiß nicht, unter welcher Adresse andere ihn erreichen.`,
    advice:
      'Setze PUBLIC_URL auf die https-Adresse des Proxys davor; Links in Antworten und Anmeldungen verwenden sie.',
  }),
  publicWithoutHttps: (url) => ({
    message: `${url} ist unverschlüsseltes http: Schlüssel und Sitzungen können unterwegs gelesen werden.`,
    advice: 'Stelle einen Proxy mit https davor und nenne dessen Adresse.',
  }),
  sessionsOverHttp: {
    message: 'Anmelden geht über unverschlüsseltes http, wo Sitzungen unterwegs gelesen werden können.',
    advice: 'Stelle einen Proxy mit https davor und entferne dann die Einstellung.',
  },
  corsAny: {
    message: 'Seiten jeder Herkunft dürfen den Dienst aus einem Browser aufrufen.',
    advice: 'Nenne die Herkunft deiner eigenen Seiten.',
  },
  noRedis: {
    message: 'Jeder Prozess zählt Grenzen für sich.',
    advice: 'Setze bei mehreren Prozessen REDIS_URL: Grenzen und Widerrufe gelten dann für alle zugleich.',
  },
  noObjectStore: {
    message: 'Dateien liegen im Verzeichnis dieses Prozesses.',
    advice: 'Setze bei mehreren Prozessen BLOB_URL auf einen Speicher, den alle erreichen.',
  },
  unpricedCalls: (calls) => ({
    message:
      calls === 1
        ? 'Ein Aufruf von heute ging an ein Modell, dessen Preis nicht bekannt ist. Budgets und Alarme sehen nicht, was er kostet.'
        : `${calls} Aufrufe von heute gingen an ein Modell, dessen Preis nicht bekannt ist. Budgets und Alarme sehen nicht, was sie kosten.`,
    advice:
      'Gib den Preis unter Einstellungen, Modelle an, oder als „upstream_prices“ seines Anbieters in parley.config.json.',
  }),
  unpriced: (engine) => ({
    message: `Der Preis von ${engine} ist nicht bekannt: Meldet es ihn nicht mit seinen Antworten, werden seine Aufrufe mit 0 berechnet, und kein Budget beendet sie.`,
    advice:
      'Gib ihn unter Einstellungen, Modelle an, oder als „upstream_prices“ seines Anbieters in parley.config.json.',
  }),
  unpricedMedia: (engine) => ({
    message: `Der Preis von ${engine} ist nicht bekannt: Seine Bilder oder Videos werden mit 0 berechnet, und kein Budget beendet sie.`,
    advice: 'Trage ihn unter „media“, „prices“ in parley.config.json ein.',
  }),
  notice: (notice) => ({
    message: `Beim Start wurde gemeldet: ${notice}`,
    advice: 'Berichtige den Namen der Variable oder entferne sie.',
  }),
  embeddedModel: {
    message:
      'small-1 und small-2 beantwortet der eingebaute Leser, der Antworten in Texten findet, aber keine eigenen schreibt.',
    advice: 'Setze OPENAI_API_KEY, ANTHROPIC_API_KEY oder OLLAMA_HOST, oder nenne ein Modell.',
  },
  lexicalEmbeddings: {
    message:
      'Embeddings sind gehashte Wörter: Texte gleicher Bedeutung in anderen Worten werden nicht ähnlich gefunden.',
    advice: 'Lass die Einstellung leer für den eingebauten Satz-Encoder, oder nenne ein Modell, das einbettet.',
  },
  fewBackends: (only) => ({
    message:
      only === undefined
        ? 'Keine Suchmaschine ist eingerichtet; Websuche und Recherchen finden nichts.'
        : `Die Websuche fragt allein ${only}.`,
    advice: 'Füge eine Suchmaschine hinzu, etwa ein eigenes SearXNG.',
  }),
  chosen: (reason) => {
    const [pattern, words] = reasons.find(([one]) => one.test(reason)) ?? [];
    // What stands behind, such as names in parentheses, is left out.
    return pattern === undefined || words === undefined
      ? `${reason}.`
      : (reason.match(pattern)?.[0] ?? '').replace(pattern, words);
  },
  lastFailed: (status) => `Der letzte Aufruf scheiterte mit ${status}.`,
  restsAfterFailures: 'Es scheiterte zu oft und wird eine Weile in Ruhe gelassen.',
  switchedOff: 'Der Betreiber hat es ausgeschaltet.',
  nothing: 'nichts',
  directory: 'Verzeichnis',
  thisProcess: 'dieser Prozess',
  backendFailed: (name) => `${name} ist gescheitert`,
};
