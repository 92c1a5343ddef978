import { lazyRouteComponent } from '@tanstack/react-router'

// The charts are a file of their own: whatever draws them, the counts beside them come first.
export const MonthChart = lazyRouteComponent(() => import('./dashboard-charts.tsx'), 'MonthChart')
export const GenreChart = lazyRouteComponent(() => import('./dashboard-charts.tsx'), 'GenreChart')
