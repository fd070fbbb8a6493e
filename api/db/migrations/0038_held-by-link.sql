ALTER TABLE `approvals` ADD `held_by_link_id` text REFERENCES review_links(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `approvals_held` ON `approvals` (`held_by_link_id`) WHERE "approvals"."held_by_link_id" is not null;--> statement-breakpoint
UPDATE `approvals` SET `held_by_link_id` = (
  SELECT `id` FROM `review_links` WHERE `review_links`.`domain_id` = `approvals`.`domain_id`
    AND `user_id` = `submitted_by` AND `created_at` = `submitted_at`
) WHERE `state` = 'in_review';
