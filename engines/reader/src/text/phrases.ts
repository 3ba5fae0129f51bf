import type { Language } from './function-words.ts';

/** Where an answer was looked for in vain. */
interface Search {
  /** Names of files; empty when there was only the text of the request. */
  places: string[];
  sentences: number;
  /** Names and figures of the question that stand nowhere there. */
  absent: string[];
  /** Passages are quoted behind it that may hold the answer all the same. */
  hasNear: boolean;
}

/** A passage that touches a question; `name` of its file, where there are several. */
interface Near {
  name?: string;
  quote: string;
}

/** Who said what is quoted from the conversation. */
export type Speaker = 'user' | 'assistant' | 'system';

/** Sentences that the reader says itself, in the languages that it knows. */
export interface Phrases {
  /** Introduces a passage of a file, or of the text of the request. */
  says(name: string | undefined, quote: string): string;
  /** Introduces the passage of a file, or of the text of the request, that speaks most to a question that none surely answers. */
  nearest(name: string | undefined, quote: string): string;
  /** Introduces a sentence of the conversation. */
  said(speaker: Speaker, quote: string): string;
  notInText(search: Search): string;
  /** Introduces passages that touch a question that nothing surely answers. */
  nearLead: string;
  near(passage: Near): string;
  /** Files, or pictures, in which nothing was to be read. Empty: the text of the request. */
  noText(places: string[]): string;
  /** Goes before what is said to one of two questions. */
  asFor(question: string): string;
  /** A word of the question that stands nowhere, and the word of the texts that it was read as. */
  readAs(typed: string, word: string): string;
  /** Nothing was given to answer from. */
  unknown: string;
  /** What is asked for cannot be quoted from anywhere. */
  needsModel: string;
  refusal: string;
  nothingToSummarise: string;
  noted: string;
  /** Nothing in the collections that were named bears on the question. */
  notInCollections: string;
  greeting: string;
  welcome: string;
}

const phrases: Record<Language, Phrases> = {
  en: {
    says: (name, quote) => (name === undefined ? `The text says: “${quote}”` : `${name} says: “${quote}”`),
    nearest: (name, quote) =>
      `No sentence that I read surely answers this. What speaks to it most is in ${name ?? 'the text'}: “${quote}”`,
    said: (speaker, quote) =>
      ({
        user: `You said: “${quote}”`,
        assistant: `I said earlier: “${quote}”`,
        system: `My instructions say: “${quote}”`,
      })[speaker],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `The text does not say${hasNear ? ' this for certain' : ''}. I looked through ${list(places, 'the text')} (${sentences} sentences)${absent.length === 0 ? '' : `; nothing there mentions ${quoted(absent)}`}.`,
    nearLead: 'Nearest to it, and no sure answer:',
    near: ({ name, quote }) => named(name, `“${quote}”`),
    noText: (places) => `There is no text to read in ${list(places, 'what was sent')}.`,
    asFor: (question) => `As for “${question}”:`,
    readAs: (typed, word) => `(“${typed}” was read as “${word}”.)`,
    unknown:
      'I do not know that. I am the embedded reader: I answer from the text that comes with a request (context, files or messages), calculate and work with dates. ' +
      'For questions about the world, connect a model (set PARLEY_MODEL and its vendor’s key, or start a local model server) or use web search.',
    needsModel:
      'That needs a language model. I am the embedded reader: I quote what the texts of a request say, calculate and know the calendar, and I write, translate and judge nothing. Connect a model (set PARLEY_MODEL and its vendor’s key, or start a local model server).',
    refusal: 'I cannot help with that here.',
    nothingToSummarise: 'There is no text to summarise. Send it as context, as a file or in the message.',
    noted: 'I have read that. Ask me something about it.',
    notInCollections:
      'Nothing in the collections bears on this question. Ask with words that stand in their files, or add files that speak of it.',
    greeting:
      'Hello. Ask me about a text: send it as context, as a file or in the message. I answer with the passages that say it.',
    welcome: 'You are welcome.',
  },
  es: {
    says: (name, quote) => (name === undefined ? `El texto dice: «${quote}»` : `${name} dice: «${quote}»`),
    nearest: (name, quote) =>
      `Ninguna frase leída responde con seguridad. Lo más cercano está en ${name ?? 'el texto'}: «${quote}»`,
    said: (speaker, quote) =>
      ({
        user: `Usted dijo: «${quote}»`,
        assistant: `Antes dije: «${quote}»`,
        system: `Mis instrucciones dicen: «${quote}»`,
      })[speaker],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `${hasNear ? 'El texto no dice nada seguro sobre esto' : 'El texto no dice nada de esto: no se menciona'}. He mirado en ${list(places, 'el texto')} (${sentences} frases)${absent.length === 0 ? '' : `; nada menciona ${quoted(absent)}`}.`,
    nearLead: 'Lo más cercano, sin ser una respuesta segura:',
    near: ({ name, quote }) => named(name, `«${quote}»`),
    noText: (places) => `No hay texto que leer en ${list(places, 'lo enviado')}.`,
    asFor: (question) => `En cuanto a «${question}»:`,
    readAs: (typed, word) => `(«${typed}» se leyó como «${word}».)`,
    unknown:
      'No lo sé. Soy el lector integrado: respondo a partir del texto que acompaña a la petición, calculo y trabajo con fechas. Para preguntas generales, conecte un modelo (PARLEY_MODEL) o use la búsqueda web.',
    needsModel:
      'Para eso hace falta un modelo de lenguaje. Soy el lector integrado: cito lo que dicen los textos de la petición, calculo y conozco el calendario; no redacto, traduzco ni opino. Conecte un modelo (PARLEY_MODEL).',
    refusal: 'No puedo ayudar con eso aquí.',
    nothingToSummarise: 'No hay texto que resumir. Envíelo como contexto, archivo o en el mensaje.',
    noted: 'Lo he leído. Pregúnteme algo sobre ello.',
    notInCollections:
      'Nada en las colecciones trata de esta pregunta. Pregunte con palabras que estén en sus archivos, o añada archivos que hablen de ello.',
    greeting:
      'Hola. Pregúnteme sobre un texto: envíelo como contexto, como archivo o en el mensaje. Respondo con los pasajes que lo dicen.',
    welcome: 'De nada.',
  },
  de: {
    says: (name, quote) => (name === undefined ? `Im Text steht: „${quote}“` : `In ${name} steht: „${quote}“`),
    nearest: (name, quote) =>
      `Kein gelesener Satz beantwortet das sicher. Am nächsten kommt ${name ?? 'der Text'}: „${quote}“`,
    said: (speaker, quote) =>
      ({
        user: `Sie haben gesagt: „${quote}“`,
        assistant: `Ich habe vorhin gesagt: „${quote}“`,
        system: `In meinen Anweisungen steht: „${quote}“`,
      })[speaker],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `Das geht aus dem Text nicht ${hasNear ? 'sicher hervor' : 'hervor: Es wird nicht erwähnt'}. Durchgesehen: ${list(places, 'der Text')} (${sentences} Sätze)${absent.length === 0 ? '' : `; nichts davon nennt ${quoted(absent)}`}.`,
    nearLead: 'Am nächsten kommt, ohne eine sichere Antwort zu sein:',
    near: ({ name, quote }) => named(name, `„${quote}“`),
    noText: (places) => `In ${list(places, 'dem Gesendeten')} ist kein Text zu lesen.`,
    asFor: (question) => `Zu „${question}“:`,
    readAs: (typed, word) => `(„${typed}“ wurde als „${word}“ gelesen.)`,
    unknown:
      'Das weiß ich nicht. Ich bin der eingebaute Leser: Ich antworte aus dem Text, der mit der Anfrage kommt, rechne und kenne den Kalender. Für allgemeine Fragen verbinden Sie ein Modell (PARLEY_MODEL) oder nutzen Sie die Websuche.',
    needsModel:
      'Dafür braucht es ein Sprachmodell. Ich bin der eingebaute Leser: Ich zitiere, was in den Texten der Anfrage steht, rechne und kenne den Kalender; ich verfasse, übersetze und urteile nicht. Verbinden Sie ein Modell (PARLEY_MODEL).',
    refusal: 'Dabei kann ich hier nicht helfen.',
    nothingToSummarise:
      'Es gibt keinen Text zum Zusammenfassen. Senden Sie ihn als Kontext, Datei oder in der Nachricht.',
    noted: 'Ich habe das gelesen. Fragen Sie mich etwas dazu.',
    notInCollections:
      'Nichts in den Sammlungen betrifft diese Frage. Fragen Sie mit Worten, die in ihren Dateien stehen, oder fügen Sie Dateien hinzu, die davon handeln.',
    greeting:
      'Guten Tag. Fragen Sie mich etwas zu einem Text: Senden Sie ihn als Kontext, als Datei oder in der Nachricht. Ich antworte mit den Stellen, die es sagen.',
    welcome: 'Gern geschehen.',
  },
  fr: {
    says: (name, quote) => (name === undefined ? `Le texte dit : « ${quote} »` : `${name} dit : « ${quote} »`),
    nearest: (name, quote) =>
      `Aucune phrase lue n’y répond avec certitude. Le passage le plus proche est dans ${name ?? 'le texte'} : « ${quote} »`,
    said: (speaker, quote) =>
      ({
        user: `Vous avez dit : « ${quote} »`,
        assistant: `J’ai dit plus tôt : « ${quote} »`,
        system: `Mes instructions disent : « ${quote} »`,
      })[speaker],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `Le texte ne le dit pas${hasNear ? ' avec certitude' : ''}. J’ai parcouru ${list(places, 'le texte')} (${sentences} phrases)${absent.length === 0 ? '' : ` ; rien n’y mentionne ${quoted(absent)}`}.`,
    nearLead: 'Le plus proche, sans être une réponse sûre :',
    near: ({ name, quote }) => named(name, `« ${quote} »`),
    noText: (places) => `Il n’y a pas de texte à lire dans ${list(places, 'ce qui a été envoyé')}.`,
    asFor: (question) => `Quant à « ${question} »:`,
    readAs: (typed, word) => `(« ${typed} » a été lu comme « ${word} ».)`,
    unknown:
      'Je ne le sais pas. Je suis le lecteur intégré : je réponds à partir du texte joint à la demande, je calcule et je connais le calendrier. Pour les questions générales, connectez un modèle (PARLEY_MODEL) ou utilisez la recherche web.',
    needsModel:
      'Il faut pour cela un modèle de langage. Je suis le lecteur intégré : je cite ce que disent les textes de la demande, je calcule et je connais le calendrier ; je ne rédige, ne traduis et ne juge pas. Connectez un modèle (PARLEY_MODEL).',
    refusal: 'Je ne peux pas vous aider sur ce sujet ici.',
    nothingToSummarise: 'Il n’y a pas de texte à résumer.',
    noted: 'Je l’ai lu. Posez-moi une question à ce sujet.',
    notInCollections:
      'Rien dans les collections ne touche à cette question. Employez des mots qui figurent dans leurs fichiers, ou ajoutez des fichiers qui en parlent.',
    greeting:
      'Bonjour. Posez-moi une question sur un texte : envoyez-le comme contexte, comme fichier ou dans le message. Je réponds avec les passages qui le disent.',
    welcome: 'Je vous en prie.',
  },
  it: {
    says: (name, quote) => (name === undefined ? `Il testo dice: «${quote}»` : `${name} dice: «${quote}»`),
    nearest: (name, quote) =>
      `Nessuna frase letta risponde con certezza. Il passo più vicino è in ${name ?? 'testo'}: «${quote}»`,
    said: (speaker, quote) =>
      ({
        user: `Lei ha detto: «${quote}»`,
        assistant: `Prima ho detto: «${quote}»`,
        system: `Le mie istruzioni dicono: «${quote}»`,
      })[speaker],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `Il testo non lo dice${hasNear ? ' con certezza' : ''}. Ho letto ${list(places, 'il testo')} (${sentences} frasi)${absent.length === 0 ? '' : `; niente menziona ${quoted(absent)}`}.`,
    nearLead: 'Il più vicino, senza essere una risposta sicura:',
    near: ({ name, quote }) => named(name, `«${quote}»`),
    noText: (places) => `Non c’è testo da leggere in ${list(places, 'ciò che è stato inviato')}.`,
    asFor: (question) => `Quanto a «${question}»:`,
    readAs: (typed, word) => `(«${typed}» è stato letto come «${word}».)`,
    unknown:
      'Non lo so. Sono il lettore integrato: rispondo dal testo che accompagna la richiesta, calcolo e conosco il calendario. Per domande generali collegate un modello (PARLEY_MODEL) o usate la ricerca web.',
    needsModel:
      'Per questo serve un modello linguistico. Sono il lettore integrato: cito ciò che dicono i testi della richiesta, calcolo e conosco il calendario; non scrivo, non traduco e non giudico. Collegate un modello (PARLEY_MODEL).',
    refusal: 'Non posso aiutare con questo qui.',
    nothingToSummarise: 'Non c’è testo da riassumere.',
    noted: 'L’ho letto. Mi chieda qualcosa al riguardo.',
    notInCollections:
      'Niente nelle raccolte riguarda questa domanda. Usi parole che si trovano nei loro file, o aggiunga file che ne parlino.',
    greeting:
      'Buongiorno. Mi chieda qualcosa su un testo: lo invii come contesto, come file o nel messaggio. Rispondo con i passi che lo dicono.',
    welcome: 'Prego.',
  },
  pt: {
    says: (name, quote) => (name === undefined ? `O texto diz: “${quote}”` : `${name} diz: “${quote}”`),
    nearest: (name, quote) =>
      `Nenhuma frase lida responde com certeza. O trecho mais próximo está em ${name ?? 'o texto'}: “${quote}”`,
    said: (speaker, quote) =>
      ({
        user: `Você disse: “${quote}”`,
        assistant: `Eu disse antes: “${quote}”`,
        system: `As minhas instruções dizem: “${quote}”`,
      })[speaker],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `O texto não o diz${hasNear ? ' com certeza' : ''}. Li ${list(places, 'o texto')} (${sentences} frases)${absent.length === 0 ? '' : `; nada menciona ${quoted(absent)}`}.`,
    nearLead: 'O mais próximo, sem ser uma resposta segura:',
    near: ({ name, quote }) => named(name, `“${quote}”`),
    noText: (places) => `Não há texto para ler em ${list(places, 'o que foi enviado')}.`,
    asFor: (question) => `Quanto a “${question}”:`,
    readAs: (typed, word) => `(“${typed}” foi lido como “${word}”.)`,
    unknown:
      'Não sei. Sou o leitor integrado: respondo a partir do texto enviado com o pedido, calculo e conheço o calendário. Para perguntas gerais, ligue um modelo (PARLEY_MODEL) ou use a pesquisa na web.',
    needsModel:
      'Para isso é preciso um modelo de linguagem. Sou o leitor integrado: cito o que dizem os textos do pedido, calculo e conheço o calendário; não escrevo, não traduzo nem opino. Ligue um modelo (PARLEY_MODEL).',
    refusal: 'Não posso ajudar com isso aqui.',
    nothingToSummarise: 'Não há texto para resumir.',
    noted: 'Li isso. Pergunte-me algo a respeito.',
    notInCollections:
      'Nada nas coleções trata desta pergunta. Pergunte com palavras que estejam nos arquivos, ou acrescente arquivos que falem disso.',
    greeting:
      'Olá. Pergunte-me sobre um texto: envie-o como contexto, como arquivo ou na mensagem. Respondo com os trechos que o dizem.',
    welcome: 'De nada.',
  },
  zh: {
    says: (name, quote) => (name === undefined ? `文中写道：“${quote}”` : `${name} 中写道：“${quote}”`),
    nearest: (name, quote) => `没有一句话能确切回答。最接近的内容在 ${name ?? '文本'} 中：“${quote}”`,
    said: (speaker, quote) =>
      ({ user: `您说过：“${quote}”`, assistant: `我之前说过：“${quote}”`, system: `我的说明里写道：“${quote}”` })[
        speaker
      ],
    notInText: ({ places, sentences, absent, hasNear }) =>
      `文中没有${hasNear ? '确切' : ''}提到。已查看 ${list(places, '全文')}（${sentences} 句）${absent.length === 0 ? '' : `；其中没有提到 ${quoted(absent)}`}。`,
    nearLead: '最接近的内容，不一定是答案：',
    near: ({ name, quote }) => named(name, `“${quote}”`),
    noText: (places) => `${list(places, '所发内容')} 中没有可读的文字。`,
    asFor: (question) => `关于“${question}”:`,
    readAs: (typed, word) => `（“${typed}” 按 “${word}” 理解。）`,
    unknown:
      '我不知道。我是内置阅读器：只根据请求中附带的文字回答，也能计算和处理日期。其他问题请连接模型（设置 PARLEY_MODEL）或使用网络搜索。',
    needsModel:
      '这需要语言模型。我是内置阅读器：只引用请求中文字所说的内容，也能计算和处理日期；不写作、不翻译、不评判。请连接模型（PARLEY_MODEL）。',
    refusal: '这里无法回答这个问题。',
    nothingToSummarise: '没有可以总结的文字。',
    noted: '已阅读。请就此提问。',
    notInCollections: '文件集中没有与此问题相关的内容。请用文件中出现的词提问，或添加相关文件。',
    greeting: '您好。请就一段文字提问：可作为 context、文件或消息发送。我会引用其中的原文来回答。',
    welcome: '不客气。',
  },
};

export const phrasesOf = (language: Language): Phrases => phrases[language];

/** A reply of the reader without the passages that it quoted as no answer: what stands there was not said by it. */
export function withoutNear(reply: string): string {
  const starts = Object.values(phrases)
    .map(({ nearLead }) => reply.indexOf(`\n${nearLead}\n`))
    .filter((at) => at >= 0);
  return starts.length === 0 ? reply : reply.slice(0, Math.min(...starts));
}

const named = (name: string | undefined, quote: string): string =>
  name === undefined ? `- ${quote}` : `- ${name}: ${quote}`;

const list = (places: string[], otherwise: string): string => (places.length === 0 ? otherwise : places.join(', '));
const quoted = (words: string[]): string => words.map((word) => `“${word}”`).join(', ');
