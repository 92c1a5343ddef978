import { requestContext } from '#base/lib/http/request-context.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { figuresIn } from './dashboard-figures.server.ts'
import { figuresSchema } from './dashboard.schema.ts'

/** The figures of the dashboard; recent activity is a procedure of the activity. */
const figures = procedure('apps:manager', { takenBack: 'nothing' })
  .output(figuresSchema)
  .handler(() => figuresIn(requestContext().timeZone))

export const dashboardRouter = { figures }
