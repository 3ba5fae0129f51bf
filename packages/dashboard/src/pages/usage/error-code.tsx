/** Leads to what the code means and what to do. */
export function ErrorCode({ code }: { code: string }) {
  return (
    <a href={`/docs/errors#${code}`} className="font-mono text-xs underline underline-offset-2">
      {code}
    </a>
  );
}
