import { m } from '#base/i18n/paraglide/messages.js'

// `plum` in ENV_COLOR is the colour of --accent, not that of CSS.
const PLUM = '#7a2a5c'

interface EnvironmentHintProps {
  name: string | null
  emoji: string | null
  color: string
}

/**
 * Marks every page of a trial installation: a thin line on top in the environment's colour, with its name, laid over
 * the page.
 */
export function EnvironmentHint({ name, emoji, color }: EnvironmentHintProps) {
  return (
    <div
      className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center border-t-4 print:hidden"
      style={{ borderColor: color === 'plum' ? PLUM : color }}
    >
      <span className="sr-only">{name ? m.env_hint({ name }) : m.env_hint_unnamed()}</span>
      {(emoji ?? name) && (
        <span
          aria-hidden="true"
          dir="auto"
          className="max-w-40 truncate rounded-b-sm bg-surface px-2 pb-0.5 text-[0.6875rem] leading-none font-semibold text-muted shadow-card"
        >
          {emoji} {name}
        </span>
      )}
    </div>
  )
}
