/** Whether two values of a field are the same: plain values, and lists by what they hold. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other ||
  (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
