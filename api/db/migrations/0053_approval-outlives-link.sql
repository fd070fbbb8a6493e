ALTER TABLE `approvals` ADD `waits_again` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `approvals` SET `waits_again` = 1 WHERE `held_by_link_id` IS NOT NULL;
