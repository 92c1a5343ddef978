import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { AttentionText } from '#kit/navigation/navigation.slots.ts'

/** How many loans are late, on the dashboard. */
export const OverdueAttention = ({ figure, count }: AttentionText) =>
  figure === 'overdue' && m.dashboard_attention_overdue({ count, shown: formatNumber(count) })
