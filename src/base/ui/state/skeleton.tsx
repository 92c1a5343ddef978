/** A grey placeholder in the size of the content that is loading. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-sm border border-transparent bg-line ${className}`}
    />
  )
}
