/** Extensions of files that are text to be read line by line: settings, subtitles, calendars, markup of other kinds, source code. */
export const plainTextNames: ReadonlySet<string> = new Set(
  `txt text log ini cfg conf config toml yaml yml properties rst adoc org tex srt vtt ics vcf diff patch sql css
   js mjs cjs jsx ts mts tsx py rb php pl lua r java kt scala go rs c h cc cpp hpp cs swift sh bash zsh ps1 bat`.split(
    /\s+/,
  ),
);
