import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { AttentionText } from '#kit/navigation/navigation.slots.ts'

/** How many possible duplicates there are, on the dashboard. */
export const DuplicatesAttention = ({ figure, count }: AttentionText) =>
  figure === 'duplicates' && m.dashboard_attention_duplicates({ count, shown: formatNumber(count) })
