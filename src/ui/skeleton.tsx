/** A grey shape where something is coming; its size is that of what comes. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-sm border border-transparent bg-line ${className}`}
    />
  )
}
