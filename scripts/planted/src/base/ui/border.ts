import '#base/db/client.server.ts'
import '#catalogue/book/reader/list.ts'

declare const m: Record<'greeting' | 'farewell' | 'border', () => string>
m.greeting()
m.farewell()
m.border()
