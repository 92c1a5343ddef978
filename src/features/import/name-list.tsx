import { getLocale } from '#i18n/locale.ts'

/** More than a catalogue has columns; a file may have a thousand. */
const MOST = 50

/** Names in a sentence, each in its own direction; the first fifty of many. */
export function NameList({ names }: { names: readonly string[] }) {
  const shown = [...names.slice(0, MOST), ...(names.length > MOST ? ['…'] : [])]
  const parts = new Intl.ListFormat(getLocale(), { type: 'unit' }).formatToParts(shown)
  // The same name may come twice.
  return parts.map(({ type, value }, at) =>
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
