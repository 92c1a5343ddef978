interface ProgressBarProps {
  label: string
  /** From 0 to 1; undefined while that is not known. */
  share: number | undefined
  /** How far it is, in words. */
  text: string
  className?: string
}

/** How far something has come. */
export function ProgressBar({ label, share, text, className = '' }: ProgressBarProps) {
  const percent = share === undefined ? undefined : Math.round(Math.min(Math.max(share, 0), 1) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className={`h-2.5 overflow-hidden rounded-full border border-line bg-line ${className}`}
    >
      <div
        className={`h-full rounded-full bg-accent forced-color-adjust-none transition-[width] duration-250 motion-reduce:transition-none ${percent === undefined ? 'w-1/3 animate-pulse' : ''}`}
        {...(percent !== undefined && { style: { width: `${percent}%` } })}
      />
    </div>
  )
}
