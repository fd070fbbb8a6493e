ALTER TABLE `media` ADD `search_name` text;--> statement-breakpoint
ALTER TABLE `media` ADD `search_alt_text` text;--> statement-breakpoint
CREATE INDEX `media_unfolded` ON `media` (`id`) WHERE "media"."search_name" is null or "media"."search_alt_text" is null;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `search_text` text;--> statement-breakpoint
CREATE INDEX `deliveries_unfolded` ON `deliveries` (`id`) WHERE "deliveries"."search_text" is null;