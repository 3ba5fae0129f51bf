import { useQuery } from '@tanstack/react-query';

/** A text as a picture that a phone reads; black on white in either theme, since cameras want it so. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data } = useQuery({
    queryKey: ['qr-code', value],
    queryFn: async () => {
      const { encode } = await import('uqr');
      const { data: rows, size } = encode(value, { border: 2 });
      const path = rows
        .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
        .join('');
      return { path, size };
    },
    // It holds a secret.
    gcTime: 0,
  });
  if (!data) return <div className="size-44" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md border"
    >
      <rect width={data.size} height={data.size} fill="white" />
      <path d={data.path} fill="black" />
    </svg>
  );
}
