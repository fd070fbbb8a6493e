import type { Import } from '#shared/posts/imports.ts'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { keepFocus } from '#site/ui/Button.tsx'
import { Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { CheckStep } from './CheckStep.tsx'
import { FileStep } from './FileStep.tsx'
import { ProgressStep } from './ProgressStep.tsx'
import { ResultStep } from './ResultStep.tsx'
import { $import } from './store.ts'

/** Imports posts from a spreadsheet: choose a file, check its rows, import them. */
export function ImportScreen() {
  return (
    <>
      <ScreenHeading
        title="Import posts"
        under={[{ label: 'Manage Social Posts', href: '/dashboard/view-post?tab=scheduled' }]}
      >
        Up to 500 posts from a spreadsheet. Nothing is scheduled before you’ve seen every row.
      </ScreenHeading>
      <WithBusiness
        loading={<Loading />}
        heading="Import posts"
        invitation="Posts are imported into a business. Add yours first."
      >
        <Loaded store={$import} loading={<Loading />}>
          {data => (
            <div key={data?.state} ref={keepFocus}>
              {data ? <Begun data={data} /> : <FileStep />}
            </div>
          )}
        </Loaded>
      </WithBusiness>
    </>
  )
}

function Begun({ data }: { data: Import }) {
  if (data.state === 'running') return <ProgressStep data={data} />
  return data.state === 'done' ? <ResultStep data={data} /> : <CheckStep data={data} />
}

const Loading = () => (
  <div className="grid gap-6">
    <Skeleton className="h-40 w-full" />
    <SkeletonRows rows={4} label="Loading the import" />
  </div>
)
