import { valueParts } from '#base/i18n/format.ts'

/** More than a catalogue has columns; a file may have a thousand. */
const MOST = 50

/** Names in a sentence, each in its own direction; the first fifty of many. */
export function NameList({ names }: { names: readonly string[] }) {
  const shown = [...names.slice(0, MOST), ...(names.length > MOST ? ['…'] : [])]
  // The same name may come twice.
  return valueParts(shown).map(({ type, value }, at) =>
    type === 'element' ? (
      // eslint-disable-next-line react/no-array-index-key
      <bdi key={at} className="font-medium text-ink">
        {value}
      </bdi>
    ) : (
      value
    ),
  )
}
