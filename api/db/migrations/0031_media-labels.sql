ALTER TABLE `media` ADD `labels` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
CREATE INDEX `media_content` ON `media` (`domain_id`,`sha256`);--> statement-breakpoint
CREATE INDEX `media_unhashed` ON `media` (`id`) WHERE "media"."sha256" is null and "media"."conversion" is null;