/** A sentence with names in backticks, and links that lead to pages of the manual as their words alone. */
export function Described({ text }: { text: string }) {
  return text
    .replace(/\[([^[\]]+)\]\([^()]+\)/g, '$1')
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      part.startsWith('`') ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
        <code key={index} className="font-mono break-words text-soft">
          {part.slice(1, -1)}
        </code>
      ) : (
        part
      ),
    );
}
