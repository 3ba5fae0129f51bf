/** What stands before a name and makes it one, in small letters and without its stop. */
export const titles: ReadonlySet<string> = new Set(
  `mr mrs ms miss mx dr prof professor sir herr herrn frau fräulein señor señora señorita sr sra srta don doña monsieur madame mademoiselle mme mlle maître
dra doktor docteur doctor`.split(/\s+/),
);

/** Titles that are single letters, of which the stop is a part. */
export const letterTitles: ReadonlySet<string> = new Set(['M.', 'Me.']);

/** Whom a letter or a talk greets, in small letters. */
export const greetings: ReadonlySet<string> = new Set(
  `dear hi hello hey hallo liebe lieber moin hola querido querida estimado estimada bonjour salut cher chère chers thanks danke gracias merci`.split(
    /\s+/,
  ),
);

/** Parts of surnames in small letters. */
export const particles: ReadonlySet<string> = new Set(
  `von vom zu zur van der den de del la los las di da du dos el y ben bin al le`.split(/\s+/),
);

/** Words with a capital letter that follow a title or a greeting and are no names, in small letters. */
export const noNames: ReadonlySet<string> = new Set(
  `all team sir madam colleagues customer customers friends everyone support sales service alle zusammen kollegen kolleginnen kunden damen herren herr frau freunde
equipo todos todas clientes amigos señores señor señora tous toutes équipe clients madame monsieur messieurs mesdames collègues the we i you it is this that there in on at
ich wir sie es das die der vielen danke bitte le la les je nous vous el los yo nosotros professor doctor president präsident direktor director ministre minister bürgermeister
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday
street road avenue straße gmbh ag inc ltd llc university universität bank hotel restaurant`.split(/\s+/),
);
