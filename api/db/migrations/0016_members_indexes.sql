DROP INDEX `deliveries_user_state`;--> statement-breakpoint
CREATE INDEX `deliveries_user` ON `deliveries` (`user_id`,`state`);--> statement-breakpoint
CREATE INDEX `deliveries_domain_state` ON `deliveries` (`domain_id`,`state`,`publish_at`,`post_id`);--> statement-breakpoint
DROP INDEX `imports_user`;--> statement-breakpoint
CREATE INDEX `imports_domain` ON `imports` (`domain_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`);