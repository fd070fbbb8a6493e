import { useRequestedDialog } from '#site/forms/use-open-request.ts'
import { IslandToasts } from '../IslandToasts.tsx'
import { AdCampaignForm } from './AdCampaignForm.tsx'

/** The Ad Campaign Strategy form. Opens when its `client:intent` is requested. */
export function AdCampaign() {
  const { place, isOpen, close } = useRequestedDialog()
  return (
    <>
      <span ref={place} hidden />
      {isOpen && <AdCampaignForm onClose={close} />}
      <IslandToasts />
    </>
  )
}
