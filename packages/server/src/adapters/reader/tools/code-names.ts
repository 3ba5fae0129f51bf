/** Names of languages by their ISO 639-1 codes. */
export const languageCodes = new Map(
  `en english es spanish fr french de german it italian pt portuguese ru russian zh chinese ja japanese ko korean ar arabic hi hindi
  id indonesian tr turkish nl dutch pl polish sv swedish da danish fi finnish no norwegian el greek he hebrew th thai vi vietnamese
  uk ukrainian cs czech ro romanian hu hungarian bn bengali ta tamil te telugu ur urdu fa persian ms malay`
    .trim()
    .split(/\s+/)
    .flatMap((word, index, all): [string, string][] => (index % 2 === 0 ? [[word, all[index + 1] ?? '']] : [])),
);
