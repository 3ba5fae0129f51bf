// long because each variable stands in it once, with its default and its meaning.

import { variableGroups } from './variable-groups.ts';

/** A variable of the environment, as the documentation and `parley doctor` tell of it. */
export interface Setting {
  name: string;
  /** What holds when it is not set. */
  byDefault: string;
  /** What it does, in Markdown. */
  meaning: string;
}

export interface SettingGroup {
  title: string;
  settings: Setting[];
}

const setting = (name: string, byDefault: string, meaning: string): Setting => ({ name, byDefault, meaning });

/** Every variable that `readConfig` reads. `settings.test.ts` holds names and numbers to what is really read. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Address and access',
    settings: [
      setting('HOST', '127.0.0.1', 'Address to listen at; `0.0.0.0` for all.'),
      setting('PORT', '8484', 'Port to listen at; 0 takes a free one.'),
      setting(
        'PUBLIC_URL',
        'from the request',
        'Base of signed and callback addresses, such as `https://ai.example.com`. Set it behind a proxy.',
      ),
      setting(
        'TRUST_PROXY',
        'false',
        'Whose `X-Forwarded-*` is believed: a number of hops (`true` is 1), or addresses and networks (`10.0.0.0/8, loopback`) of the proxies in front.',
      ),
      setting(
        'CORS_ORIGINS',
        'none',
        'Origins whose pages may call from a browser, comma-separated, as `https://app.example.com`; `*` for any. A key in a page can be read by its users: give browsers the signed upload address, or a key with few scopes and a budget.',
      ),
      setting(
        'PARLEY_API_KEY',
        'generated, shown once',
        'A fixed workspace key of 16 to 256 characters, valid while it is named. See [keys](keys.md).',
      ),
      setting('PARLEY_ADMIN_KEY', 'generated, shown once', 'A fixed admin key, likewise.'),
      setting(
        'PARLEY_SECRET',
        'generated into `DATA_DIR`',
        'Signs addresses and encrypts credentials: 16 characters or more. Several, comma-separated, newest first, rotate it. Processes with directories of their own on one `DATABASE_URL` do not start without it.',
      ),
      setting(
        'ACCEPT_NEW_SECRET',
        'false',
        'Start, once, although the database is sealed with a secret that is lost; what it sealed has to be set up again. See [keys](keys.md#a-lost-secret).',
      ),
      setting('AUTH_STRICT_STATUS', 'false', '401 instead of the specification’s 503 for a wrong key.'),
      setting(
        'MCP_AUTHORIZATION_SERVERS',
        'none',
        'Authorization servers that `/mcp` names to its clients, comma-separated. See [MCP](mcp.md).',
      ),
      setting('REQUEST_ARRIVAL_SECONDS', '300', 'How long a request may take to arrive whole; 408 after it.'),
      setting(
        'REQUEST_SILENCE_SECONDS',
        '60',
        'For how long nothing of a body may come; 408 after it. A head has 30 s.',
      ),
      setting(
        'GROUNDING_TOKENS',
        '24000',
        'Most tokens of documents that a connected model is sent for a call, where neither its key (`limits.grounding_tokens`) nor the call (`grounding_tokens`) says otherwise.',
      ),
      setting('REQUEST_TIMEOUT_MS', '3600000', 'The longest that one request may take; then 504 `request_timeout`.'),
    ],
  },
  {
    title: 'Dashboard and people',
    settings: [
      setting(
        'SESSIONS_OVER_HTTP',
        'false',
        'Let people sign in over plain http from other machines, where it can be read.',
      ),
      setting(
        'SMTP_URL',
        'none',
        'A mail server (`smtps://user:password@host`, `smtp://…`) for links with which people prove their address and set passwords. Needs `PUBLIC_URL`.',
      ),
      setting('MAIL_FROM', 'none', 'The address that mail is sent from.'),
      setting('REQUIRE_SECOND_FACTOR', 'false', 'Of everybody; a workspace can require one for itself.'),
      setting('OIDC_ISSUER', 'none', 'An identity provider (OpenID Connect) that people may sign in with.'),
      setting(
        'OIDC_CLIENT_ID',
        'none',
        'As registered there, with `<PUBLIC_URL>/v1/session/oidc/callback` to come back to.',
      ),
      setting('OIDC_CLIENT_SECRET', 'none', 'Of the client; none for a public one.'),
      setting(
        'OIDC_ALLOWED_DOMAINS',
        'none',
        'Whoever has an e-mail address of one of these domains needs no invitation; comma-separated.',
      ),
      setting(
        'OIDC_DEFAULT_ROLE',
        'member',
        'What they become in the first workspace: `viewer`, `member`, `admin` or `owner`.',
      ),
      setting(
        'OIDC_TRUST_EMAIL',
        'false',
        'Take addresses for verified of which the provider does not say whether they are.',
      ),
    ],
  },
  {
    title: 'Storage and processes',
    settings: [
      setting(
        'DATA_DIR',
        './data',
        'SQLite, files and generated secrets; one process per directory, readable for its owner alone.',
      ),
      setting('DATABASE_URL', 'SQLite in `DATA_DIR`', '`postgres://…`: PostgreSQL, for several processes.'),
      setting('REDIS_URL', 'memory', '`redis://…`: rate limits and revocations shared by several processes.'),
      setting(
        'BLOB_URL',
        '`DATA_DIR/blobs`',
        '`s3://bucket/prefix?endpoint=…`: any S3-compatible store. See [files](files.md#where-files-are-kept).',
      ),
      setting('COLLECTION_INDEX', 'segments', '`postgresql`: [the database](operating.md#collections-in-postgresql).'),
      setting(
        'ROLE',
        'both',
        '`api` answers requests and leaves jobs, `worker` takes jobs and answers nothing but health and metrics, `both`. One of the former needs `DATABASE_URL`.',
      ),
      setting(
        'WORKERS',
        '1',
        'Processes of the service on its one port: a number, or `auto` for one a core. More than one needs Linux and `DATABASE_URL`. See [Compose](deploy-compose.md#all-cores-of-a-machine).',
      ),
      setting(
        'NODE_ENV',
        'none',
        '`production` refuses names that are one slip of the hand from a setting, such as `DATBASE_URL`; elsewhere they are told of.',
      ),
      setting(
        'SEALING_KEY',
        'none: nothing is sealed',
        'Seals files, texts, indexes and contents of calls where they are stored: 16 characters or more, such as `openssl rand -hex 32`. Several, comma-separated, newest first, change over to a new one. See [operating](operating.md#sealing-what-is-stored).',
      ),
      setting(
        'SEALING_KEY_COMMAND',
        'none',
        'Prints that key in its place, one a line: a vault or a key management service.',
      ),
      setting(
        'BACKUP_TO',
        'none',
        'Where backups lie: a folder, on another disk at best, or `s3://bucket/prefix?endpoint=…`. See [backups](backups.md).',
      ),
      setting(
        'BACKUP_KEY',
        'none',
        'Seals backups: 16 characters or more, such as `openssl rand -hex 32`, kept elsewhere than here. Without it no backup can be opened.',
      ),
      setting('BACKUP_EVERY_HOURS', '24', 'How often one is made, where `BACKUP_TO` is set; `0` for never.'),
      setting('RETENTION', 'none', '`usage=365,files=30`: days that things are kept. See [erasing](erasing.md).'),
      setting('LEDGER_EXPORT_URL', 'none', 'A copy in ClickHouse. See [growing](growing.md).'),
      setting('BACKUP_KEEP', '14', 'How many are kept.'),
      setting(
        'MOVE_TO_DATABASE_URL',
        'none',
        'PostgreSQL to which `parley move` moves the database. See [moving](moving.md).',
      ),
      setting('MOVE_TO_BLOB_URL', 'none', 'The store to which it moves files.'),
      setting('MOVE_TO_DATA_DIR', 'none', 'The directory to which it moves both, back from PostgreSQL.'),
      setting('PARLEY_CONFIG', './parley.config.json', 'The [configuration file](#the-configuration-file).'),
      setting(
        'STALL_LIMIT_MS',
        '30000',
        'A process whose event loop stands still for so long is killed, to be started again; `0` for never. A signal to stop is not heard before, so by default it is not above `SHUTDOWN_GRACE_MS` (but 5 s).',
      ),
      setting('SHUTDOWN_GRACE_MS', '30000', 'How long a stop waits for open requests.'),
      setting(
        'SHUTDOWN_DELAY_MS',
        '0',
        'For how long a stop goes on accepting after `/readyz` has turned to 503: behind a balancer longer than its interval of health checks.',
      ),
      setting(
        'CALL_CONTENTS',
        'off',
        '`keep` stores what calls ask and are answered, without secrets, for admins to look at: 64 kB a side, seven days. What is chosen under Settings, Retention comes before it. See [operating](operating.md#contents-of-calls).',
      ),
      setting(
        'LOG_LEVEL',
        'warn',
        '`trace`, `debug`, `info` (one line per request, but for answers to health checks, which are `debug`), `warn`, `error`, `silent`.',
      ),
      setting(
        'LOG_ADDRESSES',
        'false',
        'Put the address of the caller into each line of the log (`TRUST_PROXY` says which one).',
      ),
      setting(
        'SLOW_QUERY_MS',
        '1000',
        'Queries of the database that take longer are logged, without their values; 0 for none.',
      ),
      setting('METRICS_TOKEN', 'off', 'Turns `/metrics` on, for `Authorization: Bearer <token>`.'),
      setting(
        'PARLEY_CHECK_REPLIES',
        'false',
        'For development: hold every reply to the contract, and answer 500 where it breaks it.',
      ),
    ],
  },
  ...variableGroups.map(({ title, variables }) => ({ title, settings: variables.map((one) => setting(...one)) })),
  {
    title: 'Models',
    settings: [
      setting(
        'PARLEY_MODEL',
        'auto',
        'What serves `small-1` and `small-2`: `reader`, `provider/model`, or `ai-sdk:package/model`. See [models](models.md).',
      ),
      setting('OPENAI_API_KEY', '', 'OpenAI, or any server that speaks its chat completions.'),
      setting(
        'OPENAI_BASE_URL',
        'https://api.openai.com/v1',
        'Address of that server; with an address alone no key is sent.',
      ),
      setting('ANTHROPIC_API_KEY', '', 'Anthropic.'),
      setting('ANTHROPIC_BASE_URL', 'https://api.anthropic.com', 'A server that speaks its Messages API.'),
      setting('GEMINI_API_KEY', '', 'Google’s Gemini API.'),
      setting('GOOGLE_API_KEY', '', 'The same, when `GEMINI_API_KEY` is not set.'),
      setting('GEMINI_BASE_URL', 'Google’s', 'A proxy in front of it.'),
      setting('OPENROUTER_API_KEY', '', 'OpenRouter.'),
      setting('GROQ_API_KEY', '', 'Groq.'),
      setting('MISTRAL_API_KEY', '', 'Mistral: models and OCR.'),
      setting('DEEPSEEK_API_KEY', '', 'DeepSeek.'),
      setting('XAI_API_KEY', '', 'xAI.'),
      setting('OLLAMA_HOST', 'looked for at 127.0.0.1:11434', 'Where Ollama is, as Ollama itself reads it.'),
      setting(
        'EMBEDDING_MODEL',
        'multilingual-e5-small',
        'What embeds texts: the embedded sentence encoder, `lexical` (words alone), or `provider/model`. See [collections](collections.md#by-meaning).',
      ),
      setting(
        'EMBEDDING_PROCESSES',
        '1',
        'Processes in which the embedded sentence encoder works on texts, besides one for questions.',
      ),
      setting(
        'RERANK_MODEL',
        'none',
        'What orders found passages, as `provider/model`. See [collections](collections.md).',
      ),
      setting(
        'REPLY_CACHE_MB',
        '64',
        'Memory for replies that calls take again. See [models](models.md#replies-that-are-kept).',
      ),
      setting(
        'MODERATION_MODEL',
        'OpenAI’s where its key is set up',
        'What judges texts and pictures for `POST /v1/moderations`, as `provider/model`. See [compatibility](compatibility.md#moderations).',
      ),
      setting('COHERE_API_KEY', '', 'Cohere.'),
      setting('CO_API_KEY', '', 'The same, by the name that Cohere’s own clients read.'),
      setting('VOYAGE_API_KEY', '', 'Voyage.'),
      setting('JINA_API_KEY', '', 'Jina.'),
      setting('TEI_BASE_URL', '', 'Text Embeddings Inference of your own.'),
      setting('TEI_API_KEY', '', 'Its key, where it wants one.'),
      setting('PROMPTS_DIR', 'ours', 'Your own texts for connected models. See [prompts](prompts.md).'),
      setting(
        'CHARGE',
        'operator',
        '`listed` charges the listed prices of `small-1` and `small-2`. See [prices](models.md#prices).',
      ),
      setting('MODEL_TIMEOUT_MS', '600000', 'The longest that one call to an engine may take.'),
      setting(
        'MODEL_FIRST_TOKEN_TIMEOUT_MS',
        '120000',
        'The longest wait for the first word where another engine can be asked; 0 for none.',
      ),
      setting('MODEL_IDLE_TIMEOUT_MS', '300000', 'The longest silence between two pieces of a stream.'),
      setting('MODEL_CONNECT_TIMEOUT_MS', '10000', 'The longest wait for a connection.'),
      setting(
        'READER_TIMEOUT_MS',
        '10000',
        'The longest that the embedded reader works on one request; then 422 `too_much_to_read`.',
      ),
      setting(
        'READER_THREADS',
        'CPUs less one, 2 to 4',
        'Requests that the embedded reader reads at once, each in a thread of its own. Workspaces take turns, and with more than one thread none has all.',
      ),
      setting('MODEL_CIRCUIT_WINDOW_MS', '30000', 'How far back failures count against an engine.'),
      setting('MODEL_CIRCUIT_MIN_CALLS', '10', 'From how many calls on they are judged.'),
      setting('MODEL_CIRCUIT_FAILURE_PERCENT', '50', 'What share of failures leaves an engine alone.'),
      setting('MODEL_CIRCUIT_PAUSE_MS', '2000', 'For how long at first.'),
    ],
  },
  {
    title: 'Files and OCR',
    settings: [
      setting('FILE_PROCESSES', 'CPUs less one, 2 to 4', 'Files read at once, each in a process of its own.'),
      setting('FILE_DEADLINE_SECONDS', '600', 'From the first try to read it to `ready` or `failed`.'),
      setting('OCR_LANGUAGES', 'eng,deu,fra,spa,pol,tur', 'Tesseract’s codes, most likely first. See [OCR](ocr.md).'),
      setting('OCR_READER', 'local', '`mistral/…` or a configured vision model as `provider/model`.'),
      setting('OCR_PROCESSES', 'CPUs, at most 16', 'Pages read at once, each in a process of its own.'),
      setting('OCR_TIMEOUT_MS', '60000', 'Limit of one page.'),
      setting('MISTRAL_BASE_URL', 'Mistral’s', 'A proxy in front of Mistral’s OCR.'),
    ],
  },
  {
    title: 'Search and the web',
    settings: [
      setting('SEARXNG_URL', '', 'Your own SearXNG.'),
      setting('KIWIX_URL', '', 'kiwix-serve: search without the internet.'),
      setting('KIWIX_BOOKS', 'all', 'Which of its books, comma-separated.'),
      setting('BRAVE_API_KEY', '', 'Brave Search.'),
      setting('BRAVE_BASE_URL', 'Brave’s', 'A proxy in front of it.'),
      setting('TAVILY_API_KEY', '', 'Tavily.'),
      setting('TAVILY_BASE_URL', 'Tavily’s', 'A proxy in front of it.'),
      setting('EXA_API_KEY', '', 'Exa.'),
      setting('EXA_BASE_URL', 'Exa’s', 'A proxy in front of it.'),
      setting('SERPER_API_KEY', '', 'Serper.'),
      setting('SERPER_BASE_URL', 'Serper’s', 'A proxy in front of it.'),
      setting('SEARCH_EXTRA', '', '`wikipedia` asks it beside the others; `none` leaves it out altogether.'),
      setting('WIKIPEDIA_LANGUAGE', 'en', 'Edition for questions whose language is not recognised.'),
      setting('WIKIPEDIA_URL', 'Wikipedia’s', 'A mirror; `{language}` in it stands for the edition.'),
      setting('PAGE_INTERVAL_MS', '200', 'Least time between two requests to one host.'),
      setting('PAGE_PROCESSES', '2', 'Processes that take pages apart.'),
      setting('CONTACT', '`PUBLIC_URL`', 'Address or e-mail told to sites that are fetched.'),
      setting('ALLOW_PRIVATE_ADDRESSES', 'none', '`host:port` list that fetching may reach although private.'),
    ],
  },
  {
    title: 'Integrations',
    settings: [
      setting(
        'INTEGRATION_<ID>_CLIENT_ID',
        '',
        'Client of an integration or of a vendor’s; with it `_CLIENT_SECRET`, and for a server of your own `_BASE_URL`, `_AUTHORIZE_URL`, `_TOKEN_URL`. See [integrations](integrations.md).',
      ),
      setting('INTEGRATIONS_DIR', '', 'Directory with manifests of your own.'),
      setting(
        'INTEGRATIONS_CALLBACK_ORIGINS',
        'any',
        'Origins that users may be sent back to after a sign-in, comma-separated.',
      ),
      setting(
        'INTEGRATIONS_BROWSER_BINDING',
        'confirm',
        'How sure a sign-in is that whoever finishes it wants it: `off`, `confirm`, `strict`.',
      ),
      setting('INTEGRATIONS_WEBHOOK_URL', '', 'Told of every changed connection.'),
      setting('INTEGRATIONS_WEBHOOK_SECRET', '', 'Signs what it is told: `whsec_` and the base64 of 24 bytes or more.'),
      setting(
        'INTEGRATIONS_KEY_COMMAND',
        '',
        'Prints the secret that seals credentials, in the place of `PARLEY_SECRET`.',
      ),
    ],
  },
  {
    title: 'Images and video',
    settings: [
      setting(
        'IMAGE_ENGINE',
        'sketch',
        'What serves requests without a model: `provider/model`, `sketch` or `none`. See [images and video](media.md).',
      ),
      setting('VIDEO_ENGINE', 'sketch', 'Likewise for videos.'),
      setting('IMAGE_TIMEOUT_MS', '300000', 'Limit of one picture.'),
      setting('VIDEO_TIMEOUT_MS', '600000', 'Limit of one video.'),
      setting('VIDEO_SECONDS', '8', 'Length of every video, up to 60. Vendors refuse some lengths.'),
      setting('MEDIA_PROCESSES', '2', 'Processes of the embedded drawing engine.'),
      setting('BFL_API_KEY', '', 'Black Forest Labs.'),
      setting('BFL_BASE_URL', 'theirs', 'A proxy in front of it.'),
      setting('FIREWORKS_API_KEY', '', 'Fireworks.'),
      setting('FIREWORKS_BASE_URL', 'theirs', 'A proxy in front of it.'),
      setting('STABILITY_API_KEY', '', 'Stability AI.'),
      setting('STABILITY_BASE_URL', 'theirs', 'A proxy in front of it.'),
      setting('COMFYUI_URL', '', 'A ComfyUI of your own.'),
      setting('COMFYUI_WORKFLOW', 'a plain one', 'File with its workflow in API format.'),
      setting('AUTOMATIC1111_URL', '', 'An AUTOMATIC1111 of your own.'),
    ],
  },
];

/** Names that are one variable each; those of integrations are made of what they belong to. */
export const settingNames: ReadonlySet<string> = new Set(
  settingGroups.flatMap(({ settings }) => settings.flatMap(({ name }) => (name.includes('<') ? [] : [name]))),
);
