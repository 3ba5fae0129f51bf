/** What form the value of a property must have. */
export type ValueForm = 'date' | 'time' | 'email' | 'phone' | 'url' | 'number' | 'code' | 'name' | 'text';

/** Words of names and labels that say what form a value has, in English, German, French and Spanish. */
const table = {
  date: 'date day|datum tag|date jour|fecha día',
  phone: 'phone telephone tel mobile cell fax|telefon handy mobil rufnummer|téléphone portable|teléfono telefono móvil',
  email: 'email mail|mailadresse|courriel|correo',
  time: 'time hour hours|uhrzeit|heure|hora',
  url: 'url website web homepage link|webseite||',
  code: 'number no nr id code reference ref|nummer aktenzeichen|numéro référence|número referencia',
  name: 'name|name|nom|nombre',
} satisfies Partial<Record<ValueForm, string>>;

const forms = new Map<string, ValueForm>();
for (const [form, words] of Object.entries(table))
  for (const word of words.split(/[| ]/)) if (word !== '') forms.set(word, form as keyof typeof table);

/** The form that a word says a value has, if any. */
export const formOfWord = (word: string): ValueForm | undefined => forms.get(word);
