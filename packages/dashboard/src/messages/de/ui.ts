import type { ui as en } from '../en/ui.ts';

export const ui: typeof en = {
  close: 'Schließen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  copy: 'Kopieren',
  copied: 'Kopiert',
  loading: 'Lädt …',
  tryAgain: 'Noch einmal versuchen',
  dismiss: 'Ausblenden',
  noRows: 'Hier ist noch nichts',
  never: 'nie',
  rowsShown: (count) => `${count} Zeilen`,
  errorTitle: 'Das hat nicht geklappt',
  errorOffline: 'Der Dienst ist nicht erreichbar. Läuft er, und besteht eine Verbindung? Dann versuche es noch einmal.',
  errorRequest: (id) => `Anfrage ${id}`,
  errorAllowed: 'Deine Rolle erlaubt das nicht. Bitte einen Inhaber oder Admin dieser Instanz um mehr Rechte.',
  pageBroke: 'Diese Seite ist abgestürzt',
  pageBrokeHint: 'Lade sie neu. Stürzt sie wieder ab, melde es mit den Worten unten.',
  reload: 'Seite neu laden',
  chartTable: (name) => `${name} als Tabelle`,
  time: 'Zeit',
};
