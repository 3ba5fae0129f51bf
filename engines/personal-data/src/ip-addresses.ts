import { matches } from './matches.ts';
import type { PersonalDatum } from './personal-data-kinds.ts';

const ipv4 = /(?<![\d.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\d.]\d|\d)/g;
const ipv6 = /(?<![\w:])[\dA-Fa-f]{0,4}(?::[\dA-Fa-f]{0,4}){2,7}(?![\w:])/g;

/** Addresses of machines; versions, sections and parts have the form of one, so that the words around decide. */
export function findIpAddresses(text: string): PersonalDatum[] {
  return [
    ...matches(text, ipv4, 'ip_address', (match, start) => isAddress(text, match, start)),
    ...matches(text, ipv6, 'ip_address', (match) => match.includes(':') && /\d/.test(match) && isIpv6(match)),
  ];
}

const ofMachines =
  /(?<![\p{L}\d])(?:ips?|ip-?\p{L}{2,12}|ipv4|host(?:name)?|servers?|servidor|serveur|ping(?:t|ed|ing)?|ssh|dns|router|gateway|firewall|subnet|proxy|vpn|log(?:s|ged|in|ins)?|login|anmeldung|zugriffe?|angriffe?|connexions?|conexi[oó]n(?:es)?|accesos?|accès|anfragen?|requests?|peticiones|requêtes|client|port|curl|traceroute|blocklist|blacklist|lista negra|gesperrt|sperren|banned|bloquead[ao]|bloqueamos|bloquée?|whitelist|netzwerk|network|red|réseau|drucker|printer|impresora|imprimante|kamera|camera|cámara|caméra|nas|rechner|machine|ordenador|adress[ea]?|adresse|dirección|address)(?![\p{L}\d])/giu;
const ofVersions =
  /(?:(?<![\p{L}\d])(?:v|vers(?:ion|ión|ions)?\.?|firmware|release|build|update|upgrade|driver|treiber|patch|app|software|section|sect?\.|chapter|clause|paragraph|article|artículo|annex|appendix|figure|table|step|exercise|item|kapitel|kap\.|abschnitt|absatz|ziffer|nr\.|anlage|anhang|übung|aufgabe|position|pos\.|punkt|punto|apartado|capítulo|sección|cláusula|anexo|ejercicio|tema|partida|alinéa|chapitre|rubrique|clause|annexe|exercice|balise|poste|norm|norme|norma|din|iso|stück|teil|part|artikel|ref|réf|referencia|modell|modelo|modèle|code)|[§¶])[\s:.n°ºº#]{0,4}(?:der |de la |del |du |no |nr |num |à |auf |to |a |y |et |und |and )?$/iu;

function isAddress(text: string, match: string, start: number): boolean {
  const parts = match.split('.').map(Number);
  if (parts.some((part) => part > 255) || /(?:^|\.)0\d/.test(match)) return false;
  // bounded: 60 characters before and 40 after
  const before = text.slice(Math.max(0, start - 60), start);
  const after = text.slice(start + match.length, start + match.length + 40);
  if (/^:\d{2,5}(?!\d)|^\/(?:[89]|[12]\d|3[0-2])(?!\d)/.test(after) || /:\/\/\S{0,40}$|@$/.test(before)) return true;
  const [first = 0, second = 0] = parts;
  const isLocal = first === 127 || (first === 192 && second === 168) || (first === 172 && second > 15 && second < 32);
  // Versions and sections are small numbers.
  const isLarge = parts.filter((part) => part > 31).length >= 2;
  let points = (isLocal ? 1 : 0) + (isLarge ? 1 : 0);
  if (ofVersions.test(before) || numbersOf(before)) points -= 3;
  ofMachines.lastIndex = 0;
  if (ofMachines.test(before) || /^[^.!?\n]{0,25}\b(?:ips?|host|server|serveur|servidor|port|ping)\b/i.test(after))
    points += first === 0 ? 0 : 2;
  return points > 0;
}

/** A word for versions or sections somewhere in the sentence before. */
function numbersOf(before: string): boolean {
  const sentence = before.slice(
    Math.max(before.lastIndexOf('. '), before.lastIndexOf('\n'), before.lastIndexOf('? ')) + 1,
  );
  return /(?<![\p{L}])(?:firmware|version|versión|release|update|build|chapter|section|kapitel|abschnitt|position|stück|numbering|nummerierung|apartado|capítulo|chapitre|alinéa|article|manual|§)(?![\p{L}])/iu.test(
    sentence,
  );
}

function isIpv6(text: string): boolean {
  const groups = text.split(':');
  const hasGap = text.includes('::');
  return hasGap ? groups.length <= 8 && text.indexOf('::') === text.lastIndexOf('::') : groups.length === 8;
}
