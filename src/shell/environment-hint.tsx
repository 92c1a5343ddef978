import { m } from '#i18n/paraglide/messages.js'

// Plum is Maktaba's own word for a colour, and the default of ENV_COLOR.
const PLUM = 'oklch(0.42 0.125 345)'

/** A thin line on top in the environment's colour, with its name: nobody mistakes a trial for the real thing. */
export function EnvironmentHint({ name, emoji, color }: { name: string; emoji: string | null; color: string }) {
  return (
    <div
      className="flex justify-center border-t-4 bg-surface py-0.5 text-xs font-semibold text-muted"
      style={{ borderColor: color === 'plum' ? PLUM : color }}
    >
      <span className="sr-only">{m.env_hint({ name })}</span>
      <span aria-hidden="true" dir="auto">
        {emoji} {name}
      </span>
    </div>
  )
}
