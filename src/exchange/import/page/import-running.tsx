import { formatNumber, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel } from '#base/ui/panel.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { resultCounts } from './import-counts.ts'
import { progressOf, stateWord } from './import-progress.ts'
import { timeLeft, waitText } from '../lookup/import-lookup-words.ts'
import type { Import } from '../import.schema.ts'

/** An import that runs or is paused, or a look-up that has failed: how far it is, and what it did so far. */
export function ImportRunning({ item, timeZone }: { item: Import; timeZone: string }) {
  const { done, share, text } = progressOf(item)
  const { lookup, isLookingUp } = item
  return (
    <Panel title={stateWord(item)}>
      <ProgressBar label={m.import_progress(item)} share={share} text={text} className="mt-3" />
      <p className="mt-2 text-muted tabular-nums">
        {isLookingUp && lookup ? formatValues([text, ...timeLeft(item, lookup)]) : text}
      </p>
      {isLookingUp && lookup?.wait && item.state === 'running' && (
        <p role="status" className="mt-2 text-pretty text-warning">
          {waitText(lookup.wait, timeZone)}
        </p>
      )}
      {!item.isUndoing && !isLookingUp && (
        <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-2 sm:flex">
          {resultCounts(item).map(({ result, label, count }) => (
            <div key={result}>
              <dt className="text-[0.8125rem] text-muted">{label}</dt>
              {/* Before the first rows the counts are those of the preview. */}
              <dd className="font-serif text-2xl font-semibold tabular-nums">{formatNumber(done === 0 ? 0 : count)}</dd>
            </div>
          ))}
        </dl>
      )}
      {item.state === 'failed' ? (
        <p className="mt-4 text-pretty text-danger">{m.lookup_failed_text()}</p>
      ) : (
        <p className="mt-4 text-sm text-pretty text-muted">
          {item.state === 'paused' ? m.import_is_paused() : isLookingUp ? m.lookup_goes_on() : m.import_goes_on()}
        </p>
      )}
    </Panel>
  )
}
