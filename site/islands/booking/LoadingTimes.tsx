/** Placeholder for the times. It is pre-rendered, so its styles are in the page’s own sheet (`form-pages.css`). */
export const LoadingTimes = () => (
  <div role="status" className="grid gap-4">
    <span className="sr-only">Loading the free times</span>
    <div className="h-16 rounded-field bg-base-200" />
    <div className="h-32 rounded-field bg-base-200" />
  </div>
)
