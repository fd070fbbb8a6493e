import { useAskedDialog } from '#site/forms/use-asked.ts'
import { IslandToasts } from '../IslandToasts.tsx'
import { AdCampaignForm } from './AdCampaignForm.tsx'

/** The Ad Campaign Strategy form. Opens when its `client:wanted` is requested. */
export function AdCampaign() {
  const { place, isOpen, close } = useAskedDialog()
  return (
    <>
      <span ref={place} hidden />
      {isOpen && <AdCampaignForm onClose={close} />}
      <IslandToasts />
    </>
  )
}
