import { getLocale } from '#i18n/locale.ts'

const MOST = 12

/** Names in a sentence, each in its own direction; the first twelve of many. */
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
