import type { Language } from './function-words.ts';

/** Sentences that the reader says itself, in the languages that it knows. */
export interface Phrases {
  notInText: string;
  /** Goes before the passage that comes nearest when the text does not answer. */
  unknown: string;
  yes: string;
  no: string;
  refusal: string;
  nothingToSummarise: string;
  understood: string;
}

const phrases: Record<Language, Phrases> = {
  en: {
    notInText: 'The text does not say.',
    unknown:
      'I do not know that. I am the embedded reader: I answer from the text that comes with a request (context, files or messages), define words, calculate and work with dates. ' +
      'For questions about the world, connect a model (set PARLEY_MODEL and its vendor’s key, or start a local model server) or use web search.',
    yes: 'Yes',
    no: 'No',
    refusal: 'I cannot help with that here.',
    nothingToSummarise: 'There is no text to summarise. Send it as context, as a file or in the message.',
    understood: 'Understood.',
  },
  es: {
    notInText: 'El texto no lo dice: no se menciona.',
    unknown:
      'No lo sé. Soy el lector integrado: respondo a partir del texto que acompaña a la petición, calculo y trabajo con fechas. Para preguntas generales, conecte un modelo (PARLEY_MODEL) o use la búsqueda web.',
    yes: 'Sí',
    no: 'No',
    refusal: 'No puedo ayudar con eso aquí.',
    nothingToSummarise: 'No hay texto que resumir. Envíelo como contexto, archivo o en el mensaje.',
    understood: 'Entendido.',
  },
  de: {
    notInText: 'Das geht aus dem Text nicht hervor: Es wird nicht erwähnt.',
    unknown:
      'Das weiß ich nicht. Ich bin der eingebaute Leser: Ich antworte aus dem Text, der mit der Anfrage kommt, rechne und kenne den Kalender. Für allgemeine Fragen verbinden Sie ein Modell (PARLEY_MODEL) oder nutzen Sie die Websuche.',
    yes: 'Ja',
    no: 'Nein',
    refusal: 'Dabei kann ich hier nicht helfen.',
    nothingToSummarise:
      'Es gibt keinen Text zum Zusammenfassen. Senden Sie ihn als Kontext, Datei oder in der Nachricht.',
    understood: 'Verstanden.',
  },
  fr: {
    notInText: 'Le texte ne le dit pas.',
    unknown:
      'Je ne le sais pas. Je suis le lecteur intégré : je réponds à partir du texte joint à la demande, je calcule et je connais le calendrier. Pour les questions générales, connectez un modèle (PARLEY_MODEL) ou utilisez la recherche web.',
    yes: 'Oui',
    no: 'Non',
    refusal: 'Je ne peux pas vous aider sur ce sujet ici.',
    nothingToSummarise: 'Il n’y a pas de texte à résumer.',
    understood: 'Compris.',
  },
  it: {
    notInText: 'Il testo non lo dice.',
    unknown:
      'Non lo so. Sono il lettore integrato: rispondo dal testo che accompagna la richiesta, calcolo e conosco il calendario. Per domande generali collegate un modello (PARLEY_MODEL) o usate la ricerca web.',
    yes: 'Sì',
    no: 'No',
    refusal: 'Non posso aiutare con questo qui.',
    nothingToSummarise: 'Non c’è testo da riassumere.',
    understood: 'Capito.',
  },
  pt: {
    notInText: 'O texto não o diz.',
    unknown:
      'Não sei. Sou o leitor integrado: respondo a partir do texto enviado com o pedido, calculo e conheço o calendário. Para perguntas gerais, ligue um modelo (PARLEY_MODEL) ou use a pesquisa na web.',
    yes: 'Sim',
    no: 'Não',
    refusal: 'Não posso ajudar com isso aqui.',
    nothingToSummarise: 'Não há texto para resumir.',
    understood: 'Entendido.',
  },
  zh: {
    notInText: '文中没有提到。',
    unknown:
      '我不知道。我是内置阅读器：只根据请求中附带的文字回答，也能计算和处理日期。其他问题请连接模型（设置 PARLEY_MODEL）或使用网络搜索。',
    yes: '是',
    no: '否',
    refusal: '这里无法回答这个问题。',
    nothingToSummarise: '没有可以总结的文字。',
    understood: '明白了。',
  },
};

export const phrasesOf = (language: Language): Phrases => phrases[language];
